import { serveProcess } from '../../threads/serve-process.ts'
import type { EncoderReply, EncoderRequest, EncoderSettings } from './encoder-protocol.ts'
import { loadOnnxEncoder } from './onnx-encoder.ts'
import { poolTokens } from './pool-tokens.ts'

const data: EncoderSettings = JSON.parse(process.env.COUNTERSIGN_MODEL ?? '')
const model = loadOnnxEncoder(data)
// Its failure is told to whoever asks first.
model.catch(() => undefined)

serveProcess<EncoderRequest, EncoderReply>(async ({ texts }) => {
  const vectors: Float32Array[] = []
  // One at a time: padding makes batches slower on a CPU, and memory grows with them.
  for (const text of texts) vectors.push(await embed(text))
  return vectors
})

async function embed(text: string): Promise<Float32Array> {
  const { values, tokens } = await (await model).run(text)
  const { dimension, pooling } = data
  if (values.length === dimension) return poolTokens(values, 1, pooling)
  if (values.length === tokens * dimension) return poolTokens(values, tokens, pooling)
  throw new Error(`It gives ${values.length} numbers for ${tokens} tokens; its files say ${dimension} a vector.`)
}
