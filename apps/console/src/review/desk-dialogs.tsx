'use client'

import { ROLES, type Role } from '@countersign/client/contract'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ReasonDialog } from '../decisions/reason-dialog.tsx'
import { RejectDialog } from '../decisions/reject-dialog.tsx'
import { api } from '../frame/api.ts'
import { useSentences } from '../frame/use-sentences.ts'
import { ForkBeforeDialog } from './fork-before-dialog.tsx'
import { HandDialog } from './hand-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import styles from './review.module.css'
import type { Desk } from './use-desk.ts'

/** Roles a review can be handed to: a viewer decides nothing. */
const HIGHER = ROLES.filter((role) => role !== 'viewer')

/** The first role that does not decide this review already. */
function likelyRole({ review }: Desk): Role {
  const others = HIGHER.filter((role) => !review.mayDecide.roles.includes(role))
  return others.find((role) => role === 'approver') ?? others[0] ?? 'admin'
}

interface DialogProps {
  desk: Desk
  onClose: () => void
}

function Escalate({ desk, onClose }: DialogProps) {
  const t = useTranslations('review')
  const id = useId()
  const [role, setRole] = useState<Role>(() => likelyRole(desk))
  return (
    <ReasonDialog
      title={t('escalate.title')}
      help={t('escalate.help')}
      send={t('escalate.send')}
      missing={t('escalate.missing')}
      text={desk.draft.words.escalate}
      onText={(text) => desk.draft.write('escalate', text)}
      onClose={onClose}
      onSend={(reason) => {
        onClose()
        desk.decide({ verb: 'escalate', role, reason })
      }}
    >
      <label className={styles.asked} htmlFor={id}>
        {t('escalate.role')}
      </label>
      <select
        id={id}
        className="input"
        value={role}
        onChange={(event) => setRole(HIGHER.find((one) => one === event.target.value) ?? role)}
      >
        {HIGHER.map((one) => (
          <option key={one} value={one}>
            {t(`rules.roles.${one}`)}
          </option>
        ))}
      </select>
    </ReasonDialog>
  )
}

/** Opens a decided review again. Where the run has gone on the page says so and offers a fork. */
function SecondLook({ desk, onClose }: DialogProps) {
  const t = useTranslations('review.second')
  const router = useRouter()
  return (
    <ReasonDialog
      title={t('title')}
      help={t('help')}
      send={t('send')}
      missing={t('missing')}
      onClose={onClose}
      onSend={(reason) => {
        onClose()
        api.sendBack(desk.review.id, reason).then(() => router.refresh(), desk.problem.report)
      }}
    />
  )
}

function NoneOfThese({ desk, onClose }: DialogProps) {
  const t = useTranslations('review.choice.noneDialog')
  return (
    <ReasonDialog
      title={t('title')}
      help={t('help')}
      send={t('send')}
      missing={t('missing')}
      text={desk.draft.words.none}
      onText={(text) => desk.draft.write('none', text)}
      onClose={onClose}
      onSend={(reason) => {
        onClose()
        desk.decide({ verb: 'choose', value: null, reason })
      }}
    />
  )
}

function Reject({ desk, onClose }: DialogProps) {
  const sentences = useSentences()
  return (
    <RejectDialog
      title={sentences.title(desk.review)}
      text={desk.draft.words.reason}
      onText={(text) => desk.draft.write('reason', text)}
      onClose={onClose}
      onSend={(reason) => {
        onClose()
        desk.decide({ verb: 'reject', reason })
      }}
    />
  )
}

/** The question that is open in front of the page, if any. */
export function DeskDialogs({ desk }: { desk: Desk }) {
  const props = { desk, onClose: () => desk.ask(null) }
  switch (desk.dialog) {
    case 'reject':
      return <Reject {...props} />
    case 'none':
      return <NoneOfThese {...props} />
    case 'escalate':
      return <Escalate {...props} />
    case 'second':
      return <SecondLook {...props} />
    case 'fork':
      return <ForkBeforeDialog {...props} />
    case 'hand':
      return <HandDialog {...props} />
    case 'keys':
      return <KeysDialog {...props} />
    case null:
      return null
  }
}
