/** A frame of an image as a page's picture. `skew`: degrees by which it was straightened; `stretched`: its contrast was raised. */
export interface ImageFrame {
  jpeg: Uint8Array
  width: number
  height: number
  skew: number
  stretched: boolean
  blank: boolean
}

/** What the image process is asked and answers. `open` keeps the file until the next one. */
export type ImageRequest =
  | { what: 'open'; bytes: Uint8Array; maxPixels: number }
  | { what: 'frame'; frame: number; maxSide: number }
  | { what: 'turn'; picture: Uint8Array; degrees: number }

export type ImageReply = { what: 'open'; frames: number } | { what: 'frame'; frame: ImageFrame } | { what: 'turn'; jpeg: Uint8Array }

/** Name of the error that the process tells apart; every other means that the file is damaged. */
export const TOO_LARGE = 'PictureTooLarge'
