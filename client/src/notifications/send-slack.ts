import type { Message } from './describe-delivery.ts'
import { postJson } from './post-json.ts'
import type { SlackChannel } from './settings.ts'

/** Posts to an incoming webhook of Slack, or of whatever takes the same. What is in a title cannot call anybody or make links. */
export async function sendSlack(channel: SlackChannel, { subject, lines, link, id }: Message, timeout: number): Promise<void> {
  const rest = lines.filter((line) => line !== link && line !== '').map(plain)
  const text = [`<${plain(link)}|${plain(subject).replaceAll('|', '¦')}>`, ...rest].join('\n')
  await postJson(channel.url, {
    body: JSON.stringify({ text }),
    headers: { 'webhook-id': id },
    allowPrivate: channel.allowPrivate,
    timeout,
  })
}

const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
