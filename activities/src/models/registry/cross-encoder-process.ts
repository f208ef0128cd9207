import { serveProcess } from '../../threads/serve-process.ts'
import type { CrossEncoderReply, CrossEncoderRequest, CrossEncoderSettings } from './encoder-protocol.ts'
import { loadOnnxEncoder } from './onnx-encoder.ts'

const data: CrossEncoderSettings = JSON.parse(process.env.COUNTERSIGN_MODEL ?? '')
const model = loadOnnxEncoder(data)
// Its failure is told to whoever asks first.
model.catch(() => undefined)

serveProcess<CrossEncoderRequest, CrossEncoderReply>(async ({ query, texts }) => {
  const scores: number[] = []
  for (const text of texts) scores.push(await score(query, text))
  return scores
})

/** One label: its logit through the logistic function. Two: the chance of the second, which is "relevant". */
async function score(query: string, text: string): Promise<number> {
  const { values } = await (await model).run(query, text)
  const [first = 0, second] = values
  if (values.length > 2) throw new Error(`It knows ${values.length} labels; a reranker has one or two.`)
  return 1 / (1 + Math.exp(second === undefined ? -first : first - second))
}
