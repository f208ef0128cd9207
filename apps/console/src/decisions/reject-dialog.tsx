'use client'

import { useTranslations } from 'use-intl/react'
import { ReasonDialog } from './reason-dialog.tsx'

interface Props {
  title: string
  text?: string
  onText?: (text: string) => void
  onSend: (reason: string) => void
  onClose: () => void
}

/** Asks why something is sent back; the reasons given lately are one click away. */
export function RejectDialog({ title, ...rest }: Props) {
  const t = useTranslations('decisions.reject')
  return <ReasonDialog {...rest} recent title={t('title')} help={t('help', { title })} send={t('send')} missing={t('missing')} />
}
