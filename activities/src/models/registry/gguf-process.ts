import { serveProcess } from '../../threads/serve-process.ts'
import type { GgufReply, GgufRequest, GgufSettings } from './gguf-protocol.ts'

/** What is used of node-llama-cpp 3, which is installed apart: its own types are not at hand. */
interface LlamaRuntime {
  getLlama(options: object): Promise<{
    loadModel(options: { modelPath: string }): Promise<LlamaModel>
    createGrammarForJsonSchema(schema: object): Promise<object>
  }>
  LlamaChatSession: new (options: {
    contextSequence: LlamaSequence
    systemPrompt: string
  }) => {
    promptWithMeta(prompt: string, options: object): Promise<{ responseText: string; stopReason: string }>
    dispose(): void
  }
}
interface LlamaModel {
  tokenize(text: string): readonly unknown[]
  createContext(options: object): Promise<{ contextSize: number; getSequence(): LlamaSequence }>
}
interface LlamaSequence {
  tokenMeter: { getState(): { usedInputTokens: number; usedOutputTokens: number } }
  dispose(): void
}

const { file, runtime, threads, contextTokens }: GgufSettings = JSON.parse(process.env.COUNTERSIGN_MODEL ?? '')
const LONGEST_ANSWER = 1024
const loaded = load()
// Its failure is told to whoever asks first.
loaded.catch(() => undefined)

serveProcess<GgufRequest, GgufReply>(async ({ system, user, schema }) => {
  const { llama, model, context, LlamaChatSession } = await loaded
  const room = context.contextSize - LONGEST_ANSWER
  const asked = model.tokenize(system).length + model.tokenize(user).length
  // Beyond that the library would forget the beginning without a word.
  if (asked > room) throw new RangeError(`The question has ${asked} tokens, there is room for ${room}.`)
  const sequence = context.getSequence()
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system })
  try {
    const grammar = await llama.createGrammarForJsonSchema(schema)
    const answer = await session.promptWithMeta(user, { grammar, temperature: 0, maxTokens: LONGEST_ANSWER })
    const { usedInputTokens: input, usedOutputTokens: output } = sequence.tokenMeter.getState()
    return { text: answer.responseText, cutOff: answer.stopReason === 'maxTokens', tokens: { input, output } }
  } finally {
    session.dispose()
    sequence.dispose()
  }
})

async function load() {
  const { getLlama, LlamaChatSession }: LlamaRuntime = await import(runtime)
  // Builds and downloads nothing: what is installed is used, or the error says what is missing.
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: threads,
    progressLogs: false,
    logLevel: 'error',
  })
  const model = await llama.loadModel({ modelPath: file })
  return { llama, model, context: await model.createContext({ contextSize: { max: contextTokens } }), LlamaChatSession }
}
