import {
  announceChanges,
  appendAudit,
  type CommentRow,
  findPeople,
  findReview,
  insertComment,
  listComments as queryComments,
} from '@countersign/db'
import { CountersignError, newCommentId, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import type { CommentView } from '../schemas/reviews.ts'
import { checkText } from '../storable.ts'

const LIMIT = 4_000
/** An @ that begins a word, and a name of at most 100 characters; not the middle of a mail address. */
const MENTION = /(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99})/gu

/**
 * Says something about a review, open or not. `@name` mentions people of the tenant; other words with an @ are only words.
 * Not safe to repeat: each call is another comment. Throws `invalid_input` for an empty or too long one, `not_found`.
 */
export async function commentReview(context: ClientContext, review: string, body: string): Promise<CommentView> {
  const { tenant, user, database } = context
  const text = body.trim()
  if (text === '' || text.length > LIMIT) throw new CountersignError('invalid_input', said('reviews.comment', { most: LIMIT }))
  checkText('The comment', text)
  const row = await findRow(context, review)
  return await database.db.transaction(async (tx) => {
    const people = await findPeople(tx, { tenant, ids: namesIn(text) })
    const mentions = people.map(({ id }) => id)
    const comment = await insertComment(tx, { id: newCommentId(), tenant, review, author: user, body: text, mentions })
    const { run, document } = row
    await appendAudit(tx, { tenant, actor: user, event: 'comment.added', run, review, document, data: { comment: comment.id, mentions } })
    await announceChanges(tx, [{ tenant, kind: 'review', id: review, run }])
    return commentView(comment)
  })
}

/** What was said about a review, oldest first. Throws `not_found`. */
export async function listComments(context: ClientContext, review: string): Promise<CommentView[]> {
  await findRow(context, review)
  return (await queryComments(context.database.db, { tenant: context.tenant, review })).map(commentView)
}

async function findRow({ tenant, database }: ClientContext, review: string) {
  checkId('review', review)
  const row = await findReview(database.db, { tenant, review })
  if (row === null) throw notFound('review', review)
  return row
}

/** Names may end in a dot or hold an @; a sentence ends in a dot, too. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(MENTION)].map(([, name = '']) => name)
  return [...new Set(names.flatMap((name) => [name, name.replace(/[.@+-]+$/, '')]))].slice(0, 200)
}

const commentView = ({ id, review, author, body, mentions, createdAt }: CommentRow): CommentView => ({
  id,
  review,
  author,
  body,
  mentions,
  at: createdAt.toISOString(),
})
