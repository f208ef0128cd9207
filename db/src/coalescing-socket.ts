import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * A socket that sends what is written in one turn of the event loop with one system call. Pipelined statements are small and
 * many; without this each costs a call of its own.
 */
export class CoalescingSocket extends Socket {
  #corked = false

  override write(chunk: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean {
    if (!this.#corked) {
      this.#corked = true
      this.cork()
      process.nextTick(() => {
        this.#corked = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, written)
  }
}
