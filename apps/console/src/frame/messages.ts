import enAudit from '../../messages/en/audit.json' with { type: 'json' }
import enDecisions from '../../messages/en/decisions.json' with { type: 'json' }
import enDocuments from '../../messages/en/documents.json' with { type: 'json' }
import enFrame from '../../messages/en/frame.json' with { type: 'json' }
import enInbox from '../../messages/en/inbox.json' with { type: 'json' }
import enReview from '../../messages/en/review.json' with { type: 'json' }
import enRuns from '../../messages/en/runs.json' with { type: 'json' }
import enSearch from '../../messages/en/search.json' with { type: 'json' }
import enSentences from '../../messages/en/sentences.json' with { type: 'json' }
import enSettings from '../../messages/en/settings.json' with { type: 'json' }
import enSignin from '../../messages/en/signin.json' with { type: 'json' }
import enTravel from '../../messages/en/travel.json' with { type: 'json' }
import frAudit from '../../messages/fr/audit.json' with { type: 'json' }
import frDecisions from '../../messages/fr/decisions.json' with { type: 'json' }
import frDocuments from '../../messages/fr/documents.json' with { type: 'json' }
import frFrame from '../../messages/fr/frame.json' with { type: 'json' }
import frInbox from '../../messages/fr/inbox.json' with { type: 'json' }
import frReview from '../../messages/fr/review.json' with { type: 'json' }
import frRuns from '../../messages/fr/runs.json' with { type: 'json' }
import frSearch from '../../messages/fr/search.json' with { type: 'json' }
import frSentences from '../../messages/fr/sentences.json' with { type: 'json' }
import frSettings from '../../messages/fr/settings.json' with { type: 'json' }
import frSignin from '../../messages/fr/signin.json' with { type: 'json' }
import frTravel from '../../messages/fr/travel.json' with { type: 'json' }
import zhAudit from '../../messages/zh/audit.json' with { type: 'json' }
import zhDecisions from '../../messages/zh/decisions.json' with { type: 'json' }
import zhDocuments from '../../messages/zh/documents.json' with { type: 'json' }
import zhFrame from '../../messages/zh/frame.json' with { type: 'json' }
import zhInbox from '../../messages/zh/inbox.json' with { type: 'json' }
import zhReview from '../../messages/zh/review.json' with { type: 'json' }
import zhRuns from '../../messages/zh/runs.json' with { type: 'json' }
import zhSearch from '../../messages/zh/search.json' with { type: 'json' }
import zhSentences from '../../messages/zh/sentences.json' with { type: 'json' }
import zhSettings from '../../messages/zh/settings.json' with { type: 'json' }
import zhSignin from '../../messages/zh/signin.json' with { type: 'json' }
import zhTravel from '../../messages/zh/travel.json' with { type: 'json' }
import type { Locale } from './locales.ts'

const en = {
  frame: enFrame,
  inbox: enInbox,
  decisions: enDecisions,
  review: enReview,
  runs: enRuns,
  documents: enDocuments,
  search: enSearch,
  audit: enAudit,
  sentences: enSentences,
  settings: enSettings,
  signin: enSignin,
  travel: enTravel,
}

/** All words of the console, in the shape of the English ones, by namespace. */
export type Messages = typeof en
export type Namespace = keyof Messages

const fr: Messages = {
  frame: frFrame,
  inbox: frInbox,
  decisions: frDecisions,
  review: frReview,
  runs: frRuns,
  documents: frDocuments,
  search: frSearch,
  audit: frAudit,
  sentences: frSentences,
  settings: frSettings,
  signin: frSignin,
  travel: frTravel,
}

const zh: Messages = {
  frame: zhFrame,
  inbox: zhInbox,
  decisions: zhDecisions,
  review: zhReview,
  runs: zhRuns,
  documents: zhDocuments,
  search: zhSearch,
  audit: zhAudit,
  sentences: zhSentences,
  settings: zhSettings,
  signin: zhSignin,
  travel: zhTravel,
}

/** Every word of every language. For the server and for tests: the browser is sent what it needs by `Words`. */
export const MESSAGES: Record<Locale, Messages> = { en, fr, zh }
