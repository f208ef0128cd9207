import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createLocalChat } from './load-chat.ts'
import { createModelHost, type ModelHost } from './model-host.ts'
import { ggufHead, makeModelFolder } from './testing/model-folder.ts'

/** Answers as node-llama-cpp does, with what it was asked; a token is a word. */
const RUNTIME = `
export async function getLlama(options) {
  if (options.build !== 'never' || !options.skipDownload) throw new Error('It would build or download something.')
  return {
    createGrammarForJsonSchema: async (schema) => ({ keys: Object.keys(schema.properties) }),
    loadModel: async () => ({
      tokenize: (text) => text.split(' '),
      createContext: async ({ contextSize }) => ({
        contextSize: contextSize.max,
        getSequence: () => ({ tokenMeter: { getState: () => ({ usedInputTokens: 5, usedOutputTokens: 2 }) }, dispose() {} }),
      }),
    }),
  }
}
export class LlamaChatSession {
  constructor({ systemPrompt }) { this.system = systemPrompt }
  async promptWithMeta(prompt, { grammar }) {
    const said = { [grammar.keys[0]]: this.system + ' | ' + prompt }
    return prompt === 'go on' ? { responseText: '{', stopReason: 'maxTokens' } : { responseText: JSON.stringify(said), stopReason: 'eogToken' }
  }
  dispose() {}
}`
const schema = z.object({ title: z.string() })
const { signal } = new AbortController()

let host: ModelHost = createModelHost()
let remove: () => Promise<void> = async () => undefined
afterEach(async () => {
  await host.close()
  await remove()
})

async function makeModel(files: Record<string, Buffer | string | object>, type: 'gguf' | 'hf_causal_lm' = 'gguf') {
  const made = await makeModelFolder('small', type, files)
  remove = made.remove
  host = createModelHost()
  const runtime = path.dirname(made.folder)
  await mkdir(path.join(runtime, 'node_modules/node-llama-cpp/dist'), { recursive: true })
  await writeFile(path.join(runtime, 'node_modules/node-llama-cpp/package.json'), '{"type":"module"}')
  await writeFile(path.join(runtime, 'node_modules/node-llama-cpp/dist/index.js'), RUNTIME)
  return { folder: made.folder, host, runtime }
}
const llama = { 'model.gguf': ggufHead('llama') }
const ask = (user: string) => ({ system: 'Read.', user, schema, schemaName: 'invoice', signal })

test('a GGUF answers in the shape that was asked for, and no other question is heard again', async () => {
  const chat = createLocalChat(await makeModel(llama))
  expect(await chat.answer(ask('Invoice 7'))).toEqual({ title: 'Read. | Invoice 7' })
  expect(await chat.answer(ask('Invoice 8'))).toEqual({ title: 'Read. | Invoice 8' })
  expect(host.loaded()).toEqual(['small'])
})

test('an answer that was cut off is no answer', async () => {
  const chat = createLocalChat(await makeModel(llama))
  await expect(chat.answer(ask('go on'))).rejects.toMatchObject({ code: 'model_failed', message: 'small failed: its answer was cut off.' })
})

test('a question that is longer than the model sees is refused rather than cut', async () => {
  const chat = createLocalChat(await makeModel(llama))
  await expect(chat.answer(ask('word '.repeat(8000)))).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/8002 tokens, there is room for 7168/),
  })
})

test('without node-llama-cpp the error says how it is installed', async () => {
  const model = await makeModel(llama)
  expect(() => createLocalChat({ ...model, runtime: undefined })).toThrow(/npm install .*node-llama-cpp@3\.21\.1/)
  expect(() => createLocalChat({ ...model, runtime: '/nowhere' })).toThrow(/it is not in \/nowhere/)
})

test.each([
  [
    'weights of transformers',
    'hf_causal_lm',
    { 'config.json': { architectures: ['LlamaForCausalLM'] }, 'model.safetensors': 'x' },
    /read from gguf alone/,
  ],
  ['a GGUF of an encoder', 'gguf', { 'model.gguf': ggufHead('nomic-bert') }, /nomic-bert, which answers nothing/],
] as const)('%s are refused at once', async (_name, type, files, words) => {
  const model = await makeModel(files, type)
  expect(() => createLocalChat(model)).toThrow(words)
})
