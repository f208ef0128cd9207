export interface VisionRequest {
  /** JPEG or PNG. */
  picture: Uint8Array
  mime: 'image/jpeg' | 'image/png'
  /** What is wanted of the picture. */
  instruction: string
  signal: AbortSignal
}

/** A chat model that sees pictures: describes one, or reads its text as Markdown. Errors: `model_missing`, `model_failed` (worth a retry). */
export interface VisionModel {
  name: string
  describe(request: VisionRequest): Promise<string>
}
