import { type PlayerResponse, playerResponseSchema } from './player-response.ts'

/** The player response that a watch page carries in a script; null where there is none that can be read. */
export function readWatchPage(html: string): PlayerResponse | null {
  for (const found of html.matchAll(/ytInitialPlayerResponse"?\]?\s*=\s*(?=\{)/g)) {
    const json = objectAt(html, found.index + found[0].length)
    const parsed = playerResponseSchema.safeParse(json)
    if (parsed.success && parsed.data.playabilityStatus !== undefined) return parsed.data
  }
  return null
}

/** The JSON object that begins at an offset of a script, which goes on after it. */
function objectAt(text: string, start: number): unknown {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '\\') at += 1
    else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === '{') depth += 1
    else if (!quoted && letter === '}') {
      depth -= 1
      if (depth === 0) return parse(text.slice(start, at + 1))
    }
  }
  return null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
