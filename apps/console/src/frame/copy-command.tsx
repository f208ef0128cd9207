'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'

/** A command to run, with a button that copies it. */
export function CopyCommand({ command }: { command: string }) {
  const t = useTranslations('frame')
  const [copied, setCopied] = useState(false)
  return (
    <span className="command">
      <code>{command}</code>
      <button type="button" onClick={() => navigator.clipboard.writeText(command).then(() => setCopied(true))}>
        {t(copied ? 'copied' : 'copy')}
      </button>
    </span>
  )
}

/** An id in its short form; a click copies the whole. */
export function CopyId({ id }: { id: string }) {
  const t = useTranslations('frame')
  const [copied, setCopied] = useState(false)
  const short = id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-3)}` : id
  return (
    <button
      type="button"
      className="id mono"
      title={t('clickToCopy', { id })}
      onClick={() => navigator.clipboard.writeText(id).then(() => setCopied(true))}
    >
      {copied ? t('idCopied') : short}
    </button>
  )
}
