import { z } from 'zod'

/** Names as words: "ann, bob or grace". */
const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
const rolesOr = (roles: readonly string[]): string => (roles.length === 0 ? 'without a role' : orList(roles))
const fixed = (value: number): string => value.toFixed(2)
const amount = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 6 })

type By = { by: string }
/** `type`: what a document of this `documentType` is called in English. */
type Document = { documentType: string; type: string; subject: string }

/**
 * What the product itself says to a person, in English; a console says it in the person's language, by its code and its values. A value's
 * name tells how it is said: `roles` and `yours` are roles, `verb` and `verbs` verbs, `kind` and `usualKind` kinds of reviews, `thing`
 * what has an id, `field` a field of a form, `until`, `at` and `freeAt` instants (ISO 8601, UTC), `why` another sentence; other lists are names, other texts stand
 * as they are. Codes stay; what a sentence says may be said better.
 */
const TABLE = {
  'standing.decided': ({ by }: By) => `${by} has decided it.`,
  'standing.withdrawn': () => 'The run has moved on; nothing is left to decide.',
  'standing.noRight': ({ roles }: { roles: string[] }) => `Deciding needs the role ${orList(roles)}.`,
  'standing.excluded': () => 'The policy wants somebody else here: you started this run, or answered one of its reviews before.',
  'standing.before': () => 'The policy wants somebody else here: you answered an earlier review of this run.',
  'standing.disputed': () => 'The answers differ and yours is one of them; somebody else settles it.',
  'standing.voted': () => 'You have answered already. Others have to answer as well.',
  'standing.onlyAdmin': () => 'Only an admin may decide it.',
  'standing.forRoles': ({ roles, yours }: { roles: string[]; yours: string[] }) =>
    `It is for the role ${orList(roles)}; you are ${rolesOr(yours)}.`,
  'standing.forPeople': ({ people, yours }: { people: string[]; yours: string[] }) =>
    `It is for ${orList(people)}; you are ${rolesOr(yours)}.`,
  'standing.forBoth': ({ roles, people, yours }: { roles: string[]; people: string[]; yours: string[] }) =>
    `It is for the role ${orList(roles)} or for ${orList(people)}; you are ${rolesOr(yours)}.`,

  'odd.notYours': ({ why }: { why: Sentence }) => `not yours to decide: ${englishOf(why)}`,
  'odd.verb': ({ verb }: { verb: string }) => `cannot be answered with ${verb}`,
  'odd.held': ({ by }: By) => `${by} is working on it`,
  'odd.overdue': () => 'overdue',
  'odd.comments': ({ count }: { count: number }) => (count === 1 ? 'has a comment' : `has ${count} comments`),
  'odd.quorum': ({ count }: { count: number }) => `needs ${count} answers; this is one of them`,
  'odd.again': () => 'was sent back for a second look',
  'odd.kind': ({ kind, usualKind }: { kind: string; usualKind: string }) => `another kind than most: ${kind}, not ${usualKind}`,
  'odd.type': ({ type, usual }: { type: string; usual: string }) => `another document type than most: ${type}, not ${usual}`,
  'odd.withoutType': ({ usual }: { usual: string }) => `another document type than most: without a document type, not ${usual}`,
  'odd.withType': ({ type }: { type: string }) => `another document type than most: ${type}, not without a document type`,
  'odd.cause': ({ node, code }: { node: string; code: string }) => `another incident than most: ${code} at ${node}`,
  'odd.confidence': ({ confidence, usual }: { confidence: number; usual: number }) =>
    `confidence ${fixed(confidence)}, far below the others (${fixed(usual)})`,
  'odd.doubts': ({ count, usual }: { count: number; usual: number }) =>
    `${count} doubtful ${count === 1 ? 'field' : 'fields'}, most have ${usual === 0 ? 'none' : `at most ${usual}`}`,
  'odd.amount': ({ name, value, usual }: { name: string; value: number; usual: number }) =>
    `${name} ${amount(value)} is far from the others (${amount(usual)})`,

  'batches.decidedBefore': ({ by, verb }: By & { verb: string }) => `${by} had decided it before: ${verb}.`,
  'batches.movedOn': () => 'The run had moved on before.',
  'batches.none': () => 'There is no open review to decide: choose at least one, or widen the filter.',
  'batches.tooMany': ({ most }: { most: number }) => `A batch holds at most ${most} reviews. Narrow the filter, or make several batches.`,
  'batches.notYours': ({ by }: By) => `Only ${by}, who made this batch, may run it. Make one of your own: it shows what you would decide.`,
  'batches.notYoursToStop': ({ by }: By) => `${by} made this batch; ask ${by} or an approver to stop it.`,

  'title.asks': ({ node }: { node: string }) => `${node} asks`,
  'title.stoppedBefore': ({ node }: { node: string }) => `Stopped before ${node}`,
  'title.stoppedAfter': ({ node }: { node: string }) => `Stopped after ${node}`,
  'title.incident': ({ node, message }: { node: string; message: string }) => `${node} stopped: ${message}`,
  'title.toolCall': () => 'A tool call',
  'title.doubtfulFields': ({ type, subject, count }: Document & { count: number }) =>
    `${type} · ${subject} · ${count} ${count === 1 ? 'field' : 'fields'} doubtful`,
  'title.doubtfulText': ({ type, subject }: Document) => `${type} · ${subject} · its text is doubtful`,

  'decide.already': ({ by, at, verb }: By & { at: string; verb: string }) => `${by} decided this review at ${at}: ${verb}.`,
  'decide.runEnded': ({ status }: { status: string }) => `The run has ended (${status}), so this review needs no decision any more.`,
  'decide.withdrawn': () => 'The run has moved on and withdrew this review. See its newest reviews.',
  'decide.changed': () => 'The review changed after you opened it. Load it again to see what is different.',
  'decide.held': ({ by, until }: By & { until: string }) =>
    `${by} is working on this review until ${until}. Wait, or ask ${by} to release it.`,
  'decide.changing': () => 'The review is being changed by several people at this moment. Load it again and try once more.',
  'decide.verb': ({ verb, verbs }: { verb: string; verbs: string[] }) =>
    `This review cannot be answered with "${verb}", only with: ${verbs.join(', ')}.`,
  'decide.rejectReason': () => 'A rejection needs a reason.',
  'decide.skipNode': () => 'Skipping needs the node to go on with.',
  'decide.noNode': ({ node, nodes }: { node: string; nodes: string[] }) =>
    `The graph has no node "${node}". Its nodes are: ${nodes.join(', ')}.`,
  'decide.handRole': () => 'Say which role is to decide.',
  'decide.handReason': () => 'Say why you hand it on.',
  'decide.handSame': ({ roles }: { roles: string[] }) => `It is for the role ${orList(roles)} already.`,
  'decide.approveAsIs': () => 'Approving takes the proposal as it is. Send another value with the verb "edit".',
  'decide.editValue': () => '"edit" needs a value.',
  'decide.editState': () => 'The edit of a parked run is an object: the keys of its state to change.',
  'decide.editTool': () =>
    'An edit changes the arguments of a tool call, never which tool is called. Reject it to have another one proposed.',
  'decide.unfit': ({ issues }: { issues: string }) => `The value does not fit: ${issues}.`,
  'decide.choose': () => 'Choosing needs the id of a candidate, or null for none of them.',
  'decide.noneReason': () => 'Choosing none of them needs a reason.',
  'decide.noCandidate': ({ candidates }: { candidates: string[] }) => `There is no such candidate. There are: ${candidates.join(', ')}.`,
  'decide.answer': () => 'Write the answer as the value.',
  'decide.freeAnswer': () => 'Give the answer as the value.',
  'decide.noValue': ({ verb }: { verb: string }) => `"${verb}" takes no value.`,
  'decide.name': () => 'Name the review or its run, and not both.',
  'decide.clientKey': ({ key }: { key: string }) => `The client key "${key}" was used to decide another review. Use a new key.`,

  'ticket.needed': () => 'A decision needs the ticket that came with the review. Load the review and send its ticket.',
  'ticket.unknown': () => 'The ticket is not one of ours. Load the review again.',
  'ticket.used': () => 'This ticket has been used: you handed the review on. Load it again.',
  'ticket.other': () => 'The ticket was given to somebody else. Load the review again.',
  'ticket.review': () => 'The ticket is for another review. Load the review again.',
  'ticket.changed': () => 'The review changed after you opened it. Load the review again.',
  'ticket.old': ({ hours }: { hours: number }) => `You opened the review more than ${hours} hours ago. Load the review again.`,

  'reviews.backReason': ({ most }: { most: number }) => `Say why it needs a second look, in at most ${most} characters.`,
  'reviews.runEnded': () => 'The run has ended. To decide differently, fork it from before this review.',
  'reviews.takenUp': () => 'The run has taken this decision up. To decide differently, fork it from before this review.',
  'reviews.open': () => 'The review is open already.',
  'reviews.movedOn': () => 'The run has moved on from this review.',
  'reviews.notOpen': () => 'The review is not open.',
  'reviews.comment': ({ most }: { most: number }) => `A comment has 1 to ${most} characters.`,
  'reviews.onePerson': () => 'Name one person, in at most 100 characters.',
  'reviews.nobody': ({ user }: { user: string }) => `There is nobody named "${user}" here. See: countersign users list`,
  'reviews.mayNot': ({ user, why }: { user: string; why: Sentence }) =>
    `${user} may not decide this review. What they would read: ${englishOf(why)}`,
  'reviews.dueChanging': () => 'The deadline changes at this very moment. Try again.',
  'reviews.dueAhead': () => 'The deadline must lie ahead, by at most ten years.',
  'reviews.notKept': ({ hash }: { hash: string }) => `Nothing was kept under the hash "${hash}". Load the review as it is now.`,
  'view.name': ({ most }: { most: number }) => `Give the view a name of 1 to ${most} characters.`,
  'view.query': ({ most }: { most: number }) => `The view's query is longer than ${most} characters.`,

  'input.field': ({ field, why }: { field: string; why: Sentence }) => `The input is malformed: ${field}: ${englishOf(why)}.`,
  'input.empty': () => 'must not be empty',
  'input.tooShort': ({ least }: { least: number }) => `must have at least ${least} characters`,
  'input.tooLong': ({ most }: { most: number }) => `must have at most ${most} characters`,
  'input.tooSmall': ({ least }: { least: number }) => `must be at least ${least}`,
  'input.tooBig': ({ most }: { most: number }) => `must be at most ${most}`,
  'input.none': () => 'must name at least one',
  'input.userName': () => 'must be letters, digits, dots, dashes and underscores, and begin with a letter or digit',
  'input.control': () => 'must not contain control characters',
  'input.email': () => 'is not an address',
  'input.repeats': () => 'must not repeat the same few characters',

  'person.nameTaken': ({ user }: { user: string }) =>
    `There is somebody named ${user} already. Choose another name, or change that person.`,
  'person.addressTaken': ({ email }: { email: string }) => `The address ${email} is another person's already.`,
  'person.nothing': () => 'The change names nothing that is to be changed.',
  'person.lastAdmin': ({ user }: { user: string }) => `${user} is the only admin. Make somebody else an admin first.`,
  'person.oldPassword': () => 'The old password is another one. Try again, or ask an admin for a new password.',
  'person.noPassword': () => 'You sign in with the provider: your password is changed there.',
  'person.tooMany': ({ freeAt }: { freeAt: string }) =>
    `Too many wrong passwords for this person. Try again after ${freeAt.slice(11, 16)} UTC, or ask an admin.`,
  'person.busy': () => 'Too many people sign in at this moment. Try again in a few seconds.',
  'person.wrong': () => 'No one here has this name and password. Check both, or ask an admin for a new password.',
  'tokens.beyond': ({ beyond, allowed }: { beyond: string[]; allowed: string[] }) =>
    `A token may do no more than its owner: leave out ${beyond.join(', ')}. You have: ${allowed.join(', ')}.`,
  'tokens.noAccount': ({ user }: { user: string }) =>
    `${user} has no account here, which a token needs. Add one: countersign users add ${user} --role ROLE`,
  'tokens.affairs': () => 'A token without the scope "administer" may not make or revoke tokens. Do it signed in, in the settings.',

  'door.forbidden': ({ user, needed, roles }: { user: string; needed: string; roles: string[] }) =>
    `${user} may not do this: it needs the permission "${needed}". Roles: ${roles.length > 0 ? roles.join(', ') : 'none'}. An admin can change them.`,
  'door.forbiddenByToken': ({ user, needed, roles }: { user: string; needed: string; roles: string[] }) =>
    `${user} may not do this: it needs the permission "${needed}", in the scopes of the token as well. Roles: ${roles.length > 0 ? roles.join(', ') : 'none'}. An admin can change them.`,
  'door.signedOut': () => 'You are signed out. Sign in again; what you typed is kept in this browser.',
  'door.noToken': () => 'Nobody is signed in. Send a token: Authorization: Bearer TOKEN. Make one with: countersign tokens create',
  'door.badToken': () =>
    'The token is not valid: it may have expired or been revoked. Make a new one in the settings or with: countersign tokens create',
  'door.notFound': ({ thing, id }: { thing: string; id: string }) => `There is no ${thing} "${id}".`,
  'door.foreign': () => 'A change must be sent from a page of this console, or with a token. Open the page and do it there.',
  'door.nobodyAnswers': ({ address }: { address: string }) => `Nothing answers at ${address}. Check that the console runs, then try again.`,
  'door.broken': ({ reference }: { reference: string }) =>
    `Something went wrong here; nothing was changed. Try again, or give support the reference ${reference}.`,

  'fork.nothingNext': ({ step }: { step: number }) =>
    `Nothing runs after step ${step}. Fork from an earlier step, or say as which node the edit is written.`,
  'fork.thinned': ({ checkpoint }: { checkpoint: string }) =>
    `The checkpoint "${checkpoint}" was deleted as the retention policy says. Fork from one that is left, or from "start", which takes the run's input.`,
  'fork.notNext': ({ names, nodes }: { names: string[]; nodes: string[] }) =>
    `These do not run next at this checkpoint: ${names.join(', ')}. Next are: ${nodes.join(', ')}.`,
  'fork.nodesOrEdit': () => 'An edit as a node says itself what runs next. Leave out that node, or the nodes to run anew.',
  'fork.otherVersion': ({ graph, version, nodes }: { graph: string; version: string; nodes: string[] }) =>
    `${graph}@${version} has no node ${orList(nodes)}, which runs next at this checkpoint. Fork from an earlier step, or say as which node an edit is written.`,
  'fork.whichCheckpoint': () => 'Say at which checkpoint of the subgraph the fork starts.',
  'fork.clientKey': ({ key }: { key: string }) => `The client key "${key}" was used for another run. Use a new key.`,
  'fork.whichRuns': () => 'Say which runs: name at least one criterion.',
  'fork.notAtNode': ({ node }: { node: string }) => `${node} has not run in this run.`,

  'edit.oneOf': () => 'Give new values or a patch, one of the two.',
  'edit.nothing': () => 'The edit changes nothing. Name at least one key of the state.',
  'edit.noKey': ({ names, keys }: { names: string[]; keys: string[] }) =>
    `The state has no key ${orList(names)}. Its keys are: ${keys.join(', ')}.`,
  'edit.unfit': ({ issues }: { issues: string }) => `The edit does not fit the state: ${issues}.`,
  'edit.patchPath': ({ path }: { path: string }) =>
    `The patch cannot be applied at "${path}": there is no such place, or not the value that it expects. A path begins with a key of the state, such as /total.`,
  'edit.wholeKey': ({ path }: { path: string }) => `"${path}" is a whole key of the state, which stays. Give it a new value instead.`,
  'edit.noNode': ({ node, nodes }: { node: string; nodes: string[] }) => `There is no node "${node}". The nodes are: ${nodes.join(', ')}.`,
  'edit.nodeAtStart': () => 'Nothing has run at the start. Change the input without naming a node.',
  'edit.running': () => 'The run is under way. Edit it when it waits or is parked, or fork it.',
  'edit.moved': () => 'The run has moved on since you opened it. Load it again to see its newest state.',
  'edit.decided': ({ by }: By) => `${by} has decided a review of this run, and the run is taking that in. Load it again.`,
  'edit.pending': () => 'An earlier edit of this run is being applied. Load it again in a moment.',
  'edit.ended': ({ status }: { status: string }) => `The run has ended (${status}). Fork it to go on from another state.`,
  'edit.noState': () => 'The run has no state yet. Fork it from "start" with another input.',
  'edit.clientKey': ({ key }: { key: string }) => `The client key "${key}" was used for the edit of another run. Use a new key.`,

  'retention.held': () => 'It is on legal hold: nothing of it may be deleted. Somebody who may must lift the hold first.',
  'retention.heldRun': ({ run }: { run: string }) =>
    `The run ${run} of this document is on legal hold: nothing of it may be deleted. Somebody who may must lift the hold first.`,
  'retention.alive': ({ run, status, count }: { run: string; status: string; count: number }) =>
    `The run ${run} of this document has not ended (${status})${count > 1 ? `, and ${count - 1} more` : ''}. Cancel it or let it end, then delete the document.`,
} as const

export type SentenceCode = keyof typeof TABLE
type Arguments = { [C in SentenceCode]: Parameters<(typeof TABLE)[C]> }
const SENTENCES: { readonly [C in SentenceCode]: (...values: Arguments[C]) => string } = TABLE

/** The codes of all sentences. A console has words for each. */
export const SENTENCE_CODES = Object.keys(TABLE).filter((code): code is SentenceCode => code in TABLE)

const valueSchema = z.union([z.string(), z.number(), z.array(z.string()), z.lazy((): z.ZodType<Sentence> => sentenceSchema)])
/** A sentence as it travels and is kept: its code, with the values that belong in it. A code that is not known is a newer version's. */
export const sentenceSchema = z.object({ code: z.string(), values: z.record(z.string(), valueSchema) })
export interface Sentence {
  code: string
  values: { [name: string]: string | number | string[] | Sentence }
}

/** A sentence with its English. */
export interface Said {
  says: Sentence
  english: string
}

/** Says something by its code. */
export function said<C extends SentenceCode>(code: C, ...values: Arguments[C]): Said {
  return { says: { code, values: values[0] ?? {} }, english: SENTENCES[code](...values) }
}

const isKnown = (code: string): code is SentenceCode => Object.hasOwn(TABLE, code)

/** The English of a sentence that was kept; its code where this version does not know it. */
export function englishOf({ code, values }: Sentence): string {
  if (!isKnown(code)) return code
  const say: (values: never) => string = TABLE[code]
  return Reflect.apply(say, undefined, [values])
}
