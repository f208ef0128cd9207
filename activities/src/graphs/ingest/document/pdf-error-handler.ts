import { CountersignError, type ReviewRequest, resumeValueSchema, reviewRequest, SECRET_SCHEMA } from '@countersign/workflows/contract'
import { Command, interrupt, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { createErrorHandler } from '../caught.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/**
 * Where a PDF ends that could not be read. An encrypted one asks a person for its password, again where it was wrong; the answer comes
 * sealed and stays so. Without one, and for every other error, the run is parked with the error; a retry begins anew at `pdf_loader`.
 */
export function createPdfErrorHandler() {
  const handle = createErrorHandler('pdf_loader')
  return (state: IngestStateType, config: LangGraphRunnableConfig): Command | IngestUpdate => {
    const { error, name, document } = state
    if (error?.code !== 'password_required' && error?.code !== 'wrong_password') return handle(state, config)
    const answer = resumeValueSchema.parse(interrupt(passwordRequest(state)))
    const begin = (pdf_password: string | null) => new Command({ goto: 'pdf_loader', update: { error: null, failed: null, pdf_password } })
    if (answer.verb === 'respond' && typeof answer.value === 'string') return begin(answer.value)
    // Nobody had the password; whoever has the run tried again is asked once more.
    if (runContext(config).attempt > 1) return begin(null)
    throw new CountersignError('password_required', `${name} is encrypted and nobody gave its password. Retry to be asked again.`, {
      document,
    })
  }
}

function passwordRequest({ error, name, document, documentType }: IngestStateType): ReviewRequest {
  const wrong = error?.code === 'wrong_password' ? 'The password that was given does not open it. ' : ''
  return reviewRequest({
    kind: 'question',
    title: `The password of ${name}`.slice(0, 300),
    reason: `${wrong}${name} is encrypted: give its password, and it is read. The password is kept sealed and shown to nobody.`.slice(
      0,
      2000,
    ),
    verbs: ['respond', 'ignore'],
    proposal: null,
    schema: { ...SECRET_SCHEMA },
    document: document ?? undefined,
    documentType: documentType ?? undefined,
  })
}
