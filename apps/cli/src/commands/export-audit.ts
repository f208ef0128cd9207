import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { parseMoment } from '../parse-moment.ts'
import { examples, type Registrar } from '../registrar.ts'

interface Options {
  since?: string
  review?: string
}

/** `countersign audit export` */
export function addAuditExport(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('export')
    .description('the sealed entries with their seals as JSON lines, oldest first, and an anchor as the last line')
    .option('--since <time>', 'only from this time on (2026-11-30, 2026-11-30T08:00:00Z, or 90s, 15m, 2h, 3d ago)', parseMoment)
    .option('--review <review>', 'only of this review')
    .addHelpText(
      'after',
      examples(
        'countersign audit export > audit.jsonl',
        'countersign audit export --since 30d',
        'countersign audit verify --export audit.jsonl',
      ),
    )
  command.action(
    action(command, async ({ client, context, printer }, filter: Options) => {
      const door = await client()
      let entries = 0
      for (let after: string | undefined; ; ) {
        const page = await door.exportAudit({ ...filter, after })
        entries += page.items.length
        context.stdout.write(page.items.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
        after = page.next ?? undefined
        if (after !== undefined) continue
        const complete = filter.since === undefined && filter.review === undefined
        if (page.anchor !== null) context.stdout.write(`${JSON.stringify({ anchor: page.anchor, tenant: door.tenant, complete })}\n`)
        printer.note(
          `${entries.toLocaleString('en')} entries${page.anchor === null ? '; no anchor, since the key is not at hand there' : ''}`,
        )
        return EXIT_CODES.ok
      }
    }),
  )
}
