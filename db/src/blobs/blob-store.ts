/**
 * Files by content: the key of a blob is the sha256 of its bytes (64 hex digits), so writing twice is harmless
 * and nothing is ever overwritten. Originals, page pictures and evidence crops live here, never in a checkpoint.
 */
export interface BlobStore {
  /** Stores the bytes and answers their hash. Safe to retry; concurrent writers of the same bytes agree. */
  put(bytes: Uint8Array, mime: string): Promise<{ hash: string; bytes: number }>
  /** The bytes, or a CountersignError `not_found`. */
  get(hash: string): Promise<Uint8Array>
  has(hash: string): Promise<boolean>
  /**
   * Takes a file away; one that is not there is as good. Nobody may need it any more: whoever calls this has looked, and holds off whoever
   * might put it again at this moment. Safe to repeat.
   */
  delete(hash: string): Promise<void>
}
