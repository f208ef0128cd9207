import { AsyncLocalStorage } from 'node:async_hooks'
import type { TokenUsage } from '@countersign/db'
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { LLMResult } from '@langchain/core/outputs'
import { z } from 'zod'

const meters = new AsyncLocalStorage<TokenUsage>()

export const newMeter = (): TokenUsage => ({ input: 0, output: 0, calls: 0 })

/** Runs a task so that what its calls of language models cost is added to `meter`. */
export const meterTokens = <T>(meter: TokenUsage, work: () => Promise<T>): Promise<T> => meters.run(meter, work)

/** Adds one call of a language model to the task it is made for; outside of a task nothing is counted. */
export function countTokens({ input, output }: { input: number; output: number }): void {
  const meter = meters.getStore()
  if (meter) add(meter, input, output)
}

function add(meter: TokenUsage, input: number, output: number): void {
  meter.input += input
  meter.output += output
  meter.calls += 1
}

/** What a task cost, or null where it called no language model. */
export const spentOf = (meter: TokenUsage): TokenUsage | null => (meter.calls > 0 ? meter : null)

const messageSchema = z.object({
  message: z.object({ usage_metadata: z.object({ input_tokens: z.number(), output_tokens: z.number() }) }),
})
const llmOutputSchema = z.object({ tokenUsage: z.object({ promptTokens: z.number(), completionTokens: z.number() }) })

/** Counts what LangChain's models in a node report, whichever provider they are of. */
export class TokenCounter extends BaseCallbackHandler {
  name = 'countersign-tokens'
  override ignoreChain = true
  override ignoreAgent = true
  override ignoreRetriever = true
  override awaitHandlers = true
  readonly #meter: TokenUsage

  constructor(meter: TokenUsage) {
    super()
    this.#meter = meter
  }

  override handleLLMEnd({ generations, llmOutput }: LLMResult): void {
    const message = messageSchema.safeParse(generations[0]?.[0]).data?.message.usage_metadata
    const older = llmOutputSchema.safeParse(llmOutput).data?.tokenUsage
    if (message) add(this.#meter, message.input_tokens, message.output_tokens)
    else if (older) add(this.#meter, older.promptTokens, older.completionTokens)
  }
}
