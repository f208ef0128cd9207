export const LANGUAGES = ['en', 'fr', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** What an event of the audit log is told with. */
export interface Facts {
  event: string
  actor: string
  title: string
  /** From the entry: whom it was given to, the role, the verb. */
  to: string
  role: string
  verb: string
}

interface Words {
  /** Who acts where no person does. */
  actors: Record<string, string>
  subjects: Record<string, (facts: Facts) => string>
  other: (facts: Facts) => string
  due: (at: string) => string
  footer: string
}

/** One line per event that people are told about; everything else is told by its name. */
export const WORDS: Record<Language, Words> = {
  en: {
    actors: { engine: 'the machine', deadline: 'the deadline' },
    subjects: {
      'review.opened': ({ title }) => `To review: ${title}`,
      'review.assigned': ({ title, to, actor }) => (to === '' ? `No longer assigned: ${title}` : `${actor} assigned to ${to}: ${title}`),
      'review.reassigned': ({ title, to }) => `Passed to ${to}: ${title}`,
      'review.reminded': ({ title }) => `Still waiting: ${title}`,
      'review.escalated': ({ title, role, actor }) => `Escalated to ${role} by ${actor}: ${title}`,
      'review.disputed': ({ title }) => `Answers differ: ${title}`,
      'review.sent_back': ({ title, actor }) => `${actor} sent back for a second look: ${title}`,
      'review.parked': ({ title }) => `Nobody decided in time: ${title}`,
      'review.decided': ({ title, actor, verb }) => `${actor} decided (${verb}): ${title}`,
      'comment.added': ({ title, actor }) => `${actor} commented: ${title}`,
    },
    other: ({ event, actor, title }) => `${event} by ${actor}: ${title}`,
    due: (at) => `Due: ${at}`,
    footer: 'The link opens the page; nothing is decided by opening it.',
  },
  fr: {
    actors: { engine: 'la machine', deadline: 'l’échéance' },
    subjects: {
      'review.opened': ({ title }) => `À vérifier : ${title}`,
      'review.assigned': ({ title, to, actor }) =>
        to === '' ? `N’est plus attribuée : ${title}` : `${actor} l’a confiée à ${to} : ${title}`,
      'review.reassigned': ({ title, to }) => `Passée à ${to} : ${title}`,
      'review.reminded': ({ title }) => `Toujours en attente : ${title}`,
      'review.escalated': ({ title, role, actor }) => `Transmise au rôle ${role} par ${actor} : ${title}`,
      'review.disputed': ({ title }) => `Avis divergents : ${title}`,
      'review.sent_back': ({ title, actor }) => `${actor} demande un second examen : ${title}`,
      'review.parked': ({ title }) => `Personne n’a tranché à temps : ${title}`,
      'review.decided': ({ title, actor, verb }) => `${actor} a tranché (${verb}) : ${title}`,
      'comment.added': ({ title, actor }) => `${actor} a commenté : ${title}`,
    },
    other: ({ event, actor, title }) => `${event} par ${actor} : ${title}`,
    due: (at) => `Échéance : ${at}`,
    footer: 'Le lien ouvre la page ; l’ouvrir ne décide de rien.',
  },
  zh: {
    actors: { engine: '系统', deadline: '截止时间' },
    subjects: {
      'review.opened': ({ title }) => `待审核：${title}`,
      'review.assigned': ({ title, to, actor }) => (to === '' ? `已取消指派：${title}` : `${actor} 指派给 ${to}：${title}`),
      'review.reassigned': ({ title, to }) => `已转交 ${to}：${title}`,
      'review.reminded': ({ title }) => `仍在等待：${title}`,
      'review.escalated': ({ title, role, actor }) => `已由${actor}上报给 ${role}：${title}`,
      'review.disputed': ({ title }) => `意见不一致：${title}`,
      'review.sent_back': ({ title, actor }) => `${actor} 退回复核：${title}`,
      'review.parked': ({ title }) => `逾期无人处理：${title}`,
      'review.decided': ({ title, actor, verb }) => `${actor} 已处理（${verb}）：${title}`,
      'comment.added': ({ title, actor }) => `${actor} 发表了评论：${title}`,
    },
    other: ({ event, actor, title }) => `${event}（${actor}）：${title}`,
    due: (at) => `截止时间：${at}`,
    footer: '链接只会打开页面，打开页面不会做出任何决定。',
  },
}
