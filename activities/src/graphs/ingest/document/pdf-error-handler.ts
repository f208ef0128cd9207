import { type ReviewRequest, resumeValueSchema, reviewRequest, SECRET_SCHEMA } from '@countersign/workflows/contract'
import { Command, interrupt, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { createErrorHandler } from '../caught.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

/** In the details of an error: a person was asked for the password and had none. */
const WITHHELD = 'withheld'

/**
 * Where a PDF ends that could not be read. An encrypted one asks a person for its password, again where it was wrong; the answer comes
 * sealed and stays so. Without one, and for every other error, the run is parked with the error; a retry begins anew at `pdf_loader`.
 */
export function createPdfErrorHandler() {
  const handle = createErrorHandler('pdf_loader')
  return (state: IngestStateType, config: LangGraphRunnableConfig): Command | IngestUpdate => {
    const { error, name } = state
    const locked = error?.code === 'password_required' || error?.code === 'wrong_password'
    if (!locked || error.details[WITHHELD]) return handle(state, config)
    const answer = resumeValueSchema.parse(interrupt(passwordRequest(state)))
    if (answer.verb === 'respond' && typeof answer.value === 'string')
      return new Command({ goto: 'pdf_loader', update: { error: null, failed: null, pdf_password: answer.value } })
    // Nobody has it. A step of its own, so that the attempt that was asked and the one that was answered are none of its.
    const message = `${name} is encrypted and nobody gave its password. Retry to be asked again.`
    const withheld = { ...error, code: 'password_required' as const, message, details: { ...error.details, [WITHHELD]: true } }
    return new Command({ goto: 'pdf_error_handler', update: { error: withheld, pdf_password: null } })
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
