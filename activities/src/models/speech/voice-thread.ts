import path from 'node:path'
import { workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { serveThread } from '../../threads/serve-thread.ts'
import { SAMPLE_RATE, VOICE_FRAME, type VoiceMemory } from './voice-activity.ts'
import type { VoiceThreadData, VoiceThreadReply, VoiceThreadRequest } from './voice-protocol.ts'

/** Samples of the frame before, which Silero VAD 5 wants to see again. */
const CONTEXT = 64
const STATE = [2, 1, 128]
const STATE_LENGTH = 256

const { folder }: VoiceThreadData = workerData
const model = InferenceSession.create(path.join(folder, 'model.onnx'), {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
})
// Its failure is told to whoever asks first.
model.catch(() => undefined)
const rate = new Tensor('int64', BigInt64Array.from([BigInt(SAMPLE_RATE)]), [])

serveThread<VoiceThreadRequest, VoiceThreadReply>(async ({ samples, memory }) => {
  let now: VoiceMemory = memory ?? { state: new Float32Array(STATE_LENGTH), context: new Float32Array(CONTEXT) }
  const chances = new Float32Array(Math.ceil(samples.length / VOICE_FRAME))
  for (let frame = 0; frame < chances.length; frame += 1) {
    const heard = await listen(samples.subarray(frame * VOICE_FRAME, (frame + 1) * VOICE_FRAME), now)
    chances[frame] = heard.chance
    now = heard.memory
  }
  return { value: { chances, memory: now } }
})

async function listen(frame: Float32Array, { state, context }: VoiceMemory): Promise<{ chance: number; memory: VoiceMemory }> {
  const input = new Float32Array(CONTEXT + VOICE_FRAME)
  input.set(context)
  input.set(frame, CONTEXT)
  const session = await model
  const { output, stateN } = await session.run({
    input: new Tensor('float32', input, [1, input.length]),
    state: new Tensor('float32', state, STATE),
    sr: rate,
  })
  if (!(output?.data instanceof Float32Array) || !(stateN?.data instanceof Float32Array)) throw new Error('The model gave no chances.')
  return { chance: output.data[0] ?? 0, memory: { state: stateN.data, context: input.slice(-CONTEXT) } }
}
