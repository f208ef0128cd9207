import { createHmac } from 'node:crypto'
import type { ClaimedDelivery } from '@countersign/db'
import { factsOf, type Message } from './describe-delivery.ts'
import { postJson } from './post-json.ts'
import type { WebhookChannel } from './settings.ts'

/**
 * Sends a delivery as Standard Webhooks has it (standardwebhooks.com): `webhook-id` is the same for every attempt, `webhook-timestamp`
 * is now, `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.
 */
export async function sendWebhook(channel: WebhookChannel, delivery: ClaimedDelivery, message: Message, timeout: number): Promise<void> {
  const { event, tenant, actor, run, review, document, at, entry, dueAt } = delivery
  const { to, role, verb } = factsOf(delivery)
  const data = {
    tenant,
    entry,
    actor,
    run,
    review,
    document,
    title: message.title,
    dueAt: dueAt?.toISOString() ?? null,
    link: message.link,
  }
  const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data: { ...data, ...dropEmpty({ to, role, verb }) } })
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', channel.secret).update(`${message.id}.${seconds}.${body}`).digest('base64')
  const headers = { 'webhook-id': message.id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
  await postJson(channel.url, { body, headers, allowPrivate: channel.allowPrivate, timeout })
}

const dropEmpty = (facts: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : [])))
