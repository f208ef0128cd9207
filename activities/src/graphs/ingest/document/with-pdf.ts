import { requireBytes } from '../../../sources/open-source.ts'
import { type OpenPdf, readPdf } from '../../../sources/pdf/read-pdf.ts'
import type { IngestDeps } from '../ingest-deps.ts'

/** Which file a task reads, and with which sealed password. */
export interface PdfOfRun {
  tenant: string
  hash: string
  pdf_password: string | null
}

/** Opens the run's PDF for as long as `use` takes. Errors: `empty_file`, those of opening, those of `use`. */
export async function withPdf<Result>(
  deps: Pick<IngestDeps, 'blobs' | 'pdf' | 'unseal'>,
  { tenant, hash, pdf_password }: PdfOfRun,
  use: (pdf: OpenPdf, bytes: number) => Promise<Result>,
): Promise<Result> {
  const password = pdf_password ? { password: deps.unseal(tenant, pdf_password) } : {}
  const bytes = await deps.blobs.get(hash)
  requireBytes(bytes)
  const pdf = await readPdf(bytes, { ...deps.pdf, ...password })
  try {
    return await use(pdf, bytes.byteLength)
  } finally {
    await pdf.close()
  }
}
