import { z } from 'zod'

/** A figure of eval:parse: 0..1, the more the better. `noise`: by so much it may differ from run to run. `goal`: null where none is set. */
export interface Figure {
  name: string
  value: number
  goal: number | null
  noise: number
}

const committedSchema = z.object({ figures: z.array(z.object({ name: z.string(), value: z.number() })) })

/** What fell below the committed result by more than its noise, as sentences. `committed`: the file's text, null where there is none yet. */
export function fallen(figures: readonly Figure[], committed: string | null): string[] {
  if (committed === null) return []
  const before = new Map(committedSchema.parse(JSON.parse(committed)).figures.map(({ name, value }) => [name, value]))
  const now = new Map(figures.map(({ name, value }) => [name, value]))
  const lost = [...before.keys()].filter((name) => !now.has(name)).map((name) => `${name} is not measured any more`)
  const worse = figures.flatMap(({ name, value, noise }) => {
    const was = before.get(name)
    return was !== undefined && value < was - noise ? [`${name} fell from ${was.toFixed(3)} to ${value.toFixed(3)} (noise ${noise})`] : []
  })
  return [...lost, ...worse]
}
