import type { DocumentView } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatBytes } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign documents list` */
export function addDocumentsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('documents, newest first')
    .option('--text <words>', 'only where the name holds these words')
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples(
        'countersign documents list',
        'countersign documents list --text invoice',
        "countersign documents list --json | jq -r 'select(.indexedAt == null) | .name'",
      ),
    )
  command.action(
    action(command, async ({ client, printer }, options: { text?: string; limit: number; after?: string }) => {
      const { text, limit, after } = options
      const page = await (await client()).listDocuments({ text, limit, after })
      printer.list(page.items, () => documentsTable(printer, page.items))
      if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
      return EXIT_CODES.ok
    }),
  )
}

function documentsTable(printer: Printer, documents: readonly DocumentView[]): string {
  if (documents.length === 0) return 'No documents. Start with: countersign ingest <file>'
  return formatTable(
    printer,
    [
      { title: 'DOCUMENT', value: (document) => document.id },
      { title: 'NAME', value: (document) => document.name, shrink: true },
      { title: 'TYPE', value: (document) => document.documentType ?? document.kind, shrink: true },
      { title: 'SIZE', value: (document) => formatBytes(document.bytes), align: 'right' },
      { title: 'PAGES', value: (document) => String(document.pages ?? ''), align: 'right' },
      { title: 'CHUNKS', value: (document) => String(document.chunks), align: 'right' },
      { title: 'HOLD', value: (document) => (document.hold ? 'held' : '') },
      { title: 'CHECKED', value: (document) => ({ none: '', machine: 'machine', person: 'person' })[document.vetted] },
      { title: 'INDEXED', value: (document) => (document.indexedAt === null ? 'not yet' : `${formatAge(document.indexedAt)} ago`) },
    ],
    documents,
  )
}
