import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { AuditFinding, AuditVerdict } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'

interface Options {
  anchors?: string
  export?: string
}

/** `countersign audit verify` */
export function addAuditVerify(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('verify')
    .description('check every seal of the audit log; exit code 8 when something was changed, removed, moved, put in or cut off')
    .option('--anchors <file>', 'anchors that were kept elsewhere (default: those of the machine that verifies)')
    .option('--export <file>', 'verify a file that `audit export` wrote, with the key alone')
    .addHelpText(
      'after',
      examples(
        'countersign audit verify',
        'countersign audit verify --anchors /mnt/elsewhere/default.jsonl',
        'COUNTERSIGN_AUDIT_KEY=… countersign audit verify --export audit.jsonl',
      ),
    )
  command.action(
    action(command, async (session, options: Options) => {
      const { verdict, scope } = await verify(session, options)
      session.printer.item(verdict, () => describe(session.printer, verdict, scope))
      return verdict.found === 0 ? EXIT_CODES.ok : EXIT_CODES.tampered
    }),
  )
}

async function verify({ client, context }: Session, options: Options): Promise<{ verdict: AuditVerdict; scope: string }> {
  const anchors = options.anchors === undefined ? undefined : await readFile(options.anchors, 'utf8')
  const file = options.export
  if (file === undefined) return { verdict: await (await client()).verifyAudit({ anchors }), scope: '' }
  const { readAuditPlaces, verifyExport } = await import('@countersign/client')
  const lines = () => createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  const verdict = await verifyExport(lines, { audit: readAuditPlaces(context.env), anchors })
  return { verdict, scope: verdict.complete ? '' : ' of a selection; what lies between them was not looked at' }
}

function describe(printer: Printer, verdict: AuditVerdict, scope: string): string {
  const { sealed, entries, anchors, position, found, broken } = verdict
  const count = `${sealed.toLocaleString('en')} sealed ${sealed === 1 ? 'entry' : 'entries'}${scope}`
  const waiting = entries > sealed ? `, ${entries - sealed} not sealed yet` : ''
  const kept = `${anchors} ${anchors === 1 ? 'anchor' : 'anchors'}`
  if (found === 0) return `${printer.colors.green('✓ holds')}  ${count}, up to position ${position}; ${kept}${waiting}`
  const head = `${printer.colors.red(`■ broken in ${found} ${found === 1 ? 'place' : 'places'}`)}  ${count}; ${kept}${waiting}`
  const rest = found > broken.length ? `\n… and ${found - broken.length} more` : ''
  return `${head}\n\n${findings(printer, broken)}${rest}`
}

const findings = (printer: Printer, broken: readonly AuditFinding[]): string =>
  formatTable(
    printer,
    [
      { title: 'WHAT', value: ({ kind }) => kind },
      { title: 'POSITION', value: ({ position }) => String(position), align: 'right' },
      { title: 'SEQ', value: ({ seq }) => String(seq ?? '—'), align: 'right' },
      { title: 'EVENT', value: ({ event }) => event ?? '—' },
      { title: 'TIME', value: ({ at }) => at ?? '—' },
      { title: 'WHY', value: ({ message }) => message, shrink: true },
    ],
    broken,
  )
