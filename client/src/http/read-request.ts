import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

/** More than any decision may be. */
export const JSON_LIMIT = 2_000_000

/** The media type of a request's body, without its parameters. */
export const typeOf = (request: Request): string => request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''

/** The body as bytes. Throws `too_large` as soon as it is, without reading on. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value === undefined) break
    size += value.byteLength
    if (size > limit) {
      await reader?.cancel().catch(() => undefined)
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks, size)
}

const tooLarge = (limit: number): CountersignError =>
  new CountersignError('too_large', `The body is larger than the ${limit} bytes that are taken here.`, { limit })

const objectSchema = z.record(z.string(), z.unknown())

/** The body as a JSON object; an absent one as an empty object. Throws `invalid_input`, `unsupported_type`, `too_large`. */
export async function readJson(request: Request, limit = JSON_LIMIT): Promise<Record<string, unknown>> {
  const type = typeOf(request)
  const isJson = type === 'application/json'
  // Nothing may be sent without saying what it is.
  const text = isJson || type === '' ? new TextDecoder().decode(await readBytes(request, limit)) : type
  if (text.trim() === '') return {}
  if (!isJson) throw new CountersignError('unsupported_type', `Send the body as application/json, not as "${type.slice(0, 100)}".`)
  try {
    return objectSchema.parse(JSON.parse(text))
  } catch {
    throw new CountersignError('invalid_input', 'The body is not a JSON object.')
  }
}

/**
 * What travels in an address is text: it becomes the number, or yes or no, that the field asks for where it takes no text.
 * Throws `invalid_input` for a name that stands twice.
 */
export function readTexts(texts: Iterable<[string, string]>, shape: z.ZodType): Record<string, unknown> {
  const fields = shape instanceof z.ZodObject ? shape.shape : {}
  const values: Record<string, unknown> = {}
  for (const [name, text] of texts) {
    if (Object.hasOwn(values, name)) throw new CountersignError('invalid_input', `"${name}" stands twice in the address.`)
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    Object.defineProperty(values, name, { value: field ? fit(text, field) : text, enumerable: true })
  }
  return values
}

function fit(text: string, field: z.ZodType): unknown {
  const meant = [text, ...(text === 'true' || text === 'false' ? [text === 'true'] : []), ...(text.trim() === '' ? [] : [Number(text)])]
  return meant.find((value) => field.safeParse(value).success) ?? text
}
