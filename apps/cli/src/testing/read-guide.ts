/** One part of a guide that does something: it sets the scene, is typed, or says what comes of it. */
export type GuideStep =
  | { kind: 'code'; file: string; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'commands'; heading: string; lines: string[]; output: string[] | null }

const BLOCK = /^```(\w+)\n([\s\S]*?)^```$|^<!-- (.+?) -->$|^#+ (.+)$/gm

/**
 * The steps of a Markdown guide, in order: TypeScript that begins with its file's name as a comment, shell commands with the output that
 * follows them, and comments for whoever executes the guide.
 */
export function readGuide(markdown: string): GuideStep[] {
  const steps: GuideStep[] = []
  let heading = ''
  for (const [, language, body = '', comment, title] of markdown.matchAll(BLOCK)) {
    if (title !== undefined) heading = title
    else if (comment !== undefined) steps.push({ kind: 'note', text: comment })
    else if (language === 'ts') steps.push({ kind: 'code', file: /^\/\/ (\S+)/.exec(body)?.[1] ?? '', text: body })
    else if (language === 'sh') steps.push({ kind: 'commands', heading, lines: linesOf(body), output: null })
    else if (language === 'text') addOutput(steps, linesOf(body))
  }
  return steps
}

function addOutput(steps: GuideStep[], lines: string[]): void {
  const last = steps.at(-1)
  if (last?.kind !== 'commands') throw new Error(`Output stands where no command is: ${lines[0]}`)
  last.output = lines
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** Without what differs between two runs of the same command: ages, ids, the width of columns. */
export const withoutChance = (text: string): string =>
  text
    .replaceAll(/\b\d+(\.\d+)? (s|min)\b/g, '… s')
    .replaceAll(/\br_[0-9A-Za-z]{20}\b/g, 'r_…')
    .replaceAll(/ +/g, ' ')
    .trim()
