import { AsyncLocalStorage } from 'node:async_hooks'
import type { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import { mergeConfigs, Runnable, type RunnableConfig } from '@langchain/core/runnables'
import { GraphInterrupt } from '@langchain/langgraph'

/** Which task of the superstep may run now; none: the call only commits what is finished. */
export interface Gate {
  task: string | null
  /** The task was tried or answered before: subgraphs go on from their own checkpoints instead of starting again. */
  resuming: boolean
  /** Listen to the one task alone: given to the whole pass, they would be told of every task that steps aside. */
  callbacks?: BaseCallbackHandler[]
}

export const gateStore = new AsyncLocalStorage<Gate>()

/**
 * Stands before a node: lets the one task through that this call is for. Every other task steps aside with an empty
 * GraphInterrupt, which LangGraph does not record, so it stays as it was. Without a gate (a plain invoke) it is not there.
 */
export class TaskGate<Input, Output> extends Runnable<Input, Output> {
  static override lc_name() {
    return 'TaskGate'
  }
  override lc_namespace = ['countersign', 'engine']
  readonly #node: Runnable<Input, Output>

  constructor(node: Runnable<Input, Output>) {
    super()
    this.#node = node
  }

  override async invoke(input: Input, options?: Partial<RunnableConfig>): Promise<Output> {
    const gate = gateStore.getStore()
    if (!gate || !options) return this.#node.invoke(input, options)
    if (taskOf(options) !== gate.task) throw new GraphInterrupt([])
    // A subgraph runs whole inside its parent's task: its own nodes pass.
    const config = { ...options, configurable: { ...options.configurable, __pregel_resuming: gate.resuming } }
    return this.#node.invoke(input, gate.callbacks ? mergeConfigs(config, { callbacks: gate.callbacks }) : config)
  }
}

function taskOf(config: Partial<RunnableConfig>): string | null {
  const namespace: unknown = config.configurable?.checkpoint_ns
  return typeof namespace === 'string' ? namespace.slice(namespace.lastIndexOf(':') + 1) : null
}
