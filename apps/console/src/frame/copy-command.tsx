'use client'

import { useState } from 'react'

/** A command to run, with a button that copies it. */
export function CopyCommand({ command }: { command: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <span className="command">
      <code>{command}</code>
      <button type="button" onClick={() => navigator.clipboard.writeText(command).then(() => setCopied(true))}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}

/** An id in its short form; a click copies the whole. */
export function CopyId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  const short = id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-3)}` : id
  return (
    <button
      type="button"
      className="id mono"
      title={`${id} (click to copy)`}
      onClick={() => navigator.clipboard.writeText(id).then(() => setCopied(true))}
    >
      {copied ? 'copied' : short}
    </button>
  )
}
