'use client'

import type { DocumentView } from '@countersign/client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ReasonDialog } from '../decisions/reason-dialog.tsx'
import { api } from '../frame/api.ts'
import { useSend } from '../frame/use-send.ts'
import { HoldSwitch } from '../travel/hold-switch.tsx'
import styles from './document.module.css'

type Kept = Pick<DocumentView, 'id' | 'name' | 'hold'>

function DeleteDialog({ document, onClose }: { document: Kept; onClose: () => void }) {
  const t = useTranslations('documents.delete')
  const router = useRouter()
  const { busy, problem, send } = useSend()
  const remove = async (reason: string) => {
    if (!busy && (await send(() => api.deleteDocument(document.id, reason)))) router.replace('/documents')
  }
  return (
    <ReasonDialog
      title={t('title', { name: document.name })}
      help={t('help')}
      send={t('send')}
      missing={t('missing')}
      onSend={(reason) => void remove(reason)}
      onClose={onClose}
    >
      <p>{t('stays')}</p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </ReasonDialog>
  )
}

/** For admins: the legal hold of a document, and deleting it with all that was made of it. */
export function DocumentKeeping({ document }: { document: Kept }) {
  const t = useTranslations('documents')
  const [asked, ask] = useState(false)
  const words = {
    set: t('hold.set'),
    lift: t('hold.lift'),
    setTitle: t('hold.setTitle'),
    setHelp: t('hold.setHelp'),
    liftTitle: t('hold.liftTitle'),
    liftHelp: t('hold.liftHelp'),
    missing: t('hold.missing'),
  }
  return (
    <>
      <HoldSwitch held={document.hold} words={words} onHold={(hold, reason) => api.holdDocument(document.id, hold, reason)} />
      <button
        type="button"
        className="btn quiet"
        aria-disabled={document.hold || undefined}
        title={document.hold ? t('delete.onHold') : undefined}
        onClick={() => !document.hold && ask(true)}
      >
        {t('delete.button')}
      </button>
      {asked && <DeleteDialog document={document} onClose={() => ask(false)} />}
    </>
  )
}
