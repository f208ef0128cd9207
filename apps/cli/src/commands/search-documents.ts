import type { SearchHit } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

const SNIPPET = 240

/** `countersign search <question>` */
export function addSearch(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('search')
    .description('find passages of indexed documents, best first')
    .argument('<question...>', 'words or a whole question')
    .option('--limit <n>', 'at most so many passages', parseCount, 10)
    .addHelpText(
      'after',
      examples('countersign search "when can the lease be ended?"', 'countersign search invoice total --limit 3 --json | jq -r .document'),
    )
  command.action(
    action(command, async ({ client, printer }, words: string[], { limit }: { limit: number }) => {
      const hits = await (await client()).search(words.join(' '), { limit })
      printer.list(hits, () => (hits.length === 0 ? 'Nothing found.' : hits.map((hit, index) => passage(printer, hit, index)).join('\n\n')))
      return EXIT_CODES.ok
    }),
  )
}

function passage({ colors }: Printer, hit: SearchHit, index: number): string {
  const place = [hit.name, hit.page === null ? null : `page ${hit.page}`, hit.heading].filter((part) => part !== null).join(', ')
  const vetted = { none: '', machine: '', person: colors.green(' checked by a person') }[hit.vetted]
  const text = hit.text.replaceAll(/\s+/g, ' ').trim()
  const shown = text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text
  return `${index + 1}. ${colors.bold(place)}${vetted} ${colors.dim(`${hit.score.toFixed(3)} ${hit.document}`)}\n   ${shown}`
}
