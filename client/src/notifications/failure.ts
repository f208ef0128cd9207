/** Why a delivery did not arrive, and what that means for the next attempt. */
export class DeliveryFailure extends Error {
  /** Trying again cannot help. */
  readonly final: boolean
  /** The receiver asked to be left alone so long. */
  readonly afterSeconds: number | null
  constructor(message: string, options: { final?: boolean; afterSeconds?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'DeliveryFailure'
    this.final = options.final ?? false
    this.afterSeconds = options.afterSeconds ?? null
  }
}
