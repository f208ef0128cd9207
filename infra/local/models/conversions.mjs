import { whisperToGgml } from './whisper-ggml.mjs'

/**
 * Makes a model's files (in `to`) of what its source gave (in `from`), where no package holds them in the form that is read here.
 * The same input always gives the same bytes, since their hashes are pinned.
 * @typedef {(folders: { from: string, to: string }) => Promise<void>} Conversion
 */

/** @type {Record<string, Conversion>} */
export const CONVERSIONS = { 'whisper-ggml': whisperToGgml }
