import { CountersignError, type PageLine } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { OcrReader, OcrReading } from './ocr-reader.ts'
import { asModelError, createOpenAiClient, type Endpoint } from './openai-client.ts'

const answerSchema = z.object({
  pages: z.array(
    z.object({
      markdown: z.string(),
      dimensions: z.object({ width: z.number().int(), height: z.number().int() }).nullish(),
    }),
  ),
})

/** It says nothing of how sure it is, so its readings are as likely wrong as right until something supports them. */
const UNKNOWN = 0.5

/**
 * Mistral's OCR (POST /v1/ocr, https://docs.mistral.ai/capabilities/document_ai/basic_ocr). It answers Markdown without places on the
 * picture: the lines share its height evenly, and their confidence is {@link UNKNOWN}.
 */
export function createMistralOcr(endpoint: Endpoint, model: string): OcrReader {
  const client = createOpenAiClient(endpoint)
  return {
    name: model,
    read: async ({ picture, signal }) => {
      const document = { type: 'image_url', image_url: `data:${mimeOf(picture)};base64,${Buffer.from(picture).toString('base64')}` }
      try {
        const answer = answerSchema.safeParse(await client.post('/ocr', { body: { model, document }, signal }))
        if (!answer.success) {
          const why = z.prettifyError(answer.error).slice(0, 200)
          throw new CountersignError('model_failed', `${model} failed: its answer has another shape than expected (${why}).`, { model })
        }
        return readingOf(answer.data.pages)
      } catch (error) {
        throw asModelError(error, endpoint, model, signal)
      }
    },
    close: async () => undefined,
  }
}

function mimeOf(picture: Uint8Array): string {
  if (picture[0] === 0x89 && picture[1] === 0x50) return 'image/png'
  if (picture[0] === 0xff && picture[1] === 0xd8) return 'image/jpeg'
  throw new CountersignError('unreadable_file', 'The picture is neither JPEG nor PNG.')
}

function readingOf(pages: z.infer<typeof answerSchema>['pages']): OcrReading {
  const texts = pages.flatMap(({ markdown }) => markdown.split('\n')).map((line) => line.trim())
  const written = texts.filter((text) => text !== '' && !isPicture(text))
  const lines = written.map((text, at): PageLine => {
    const h = 1 / written.length
    return { text, x: 0, y: at * h, w: 1, h, confidence: UNKNOWN }
  })
  const size = pages[0]?.dimensions
  return { lines, turn: 0, width: size?.width ?? 0, height: size?.height ?? 0, confidence: lines.length === 0 ? 0 : UNKNOWN }
}

/** The place of a picture within the page, which is no text: `![img-0.jpeg](img-0.jpeg)`. */
const isPicture = (line: string): boolean => /^!\[[^\]]*\]\([^)]*\)$/.test(line)
