'use client'

import { useState } from 'react'
import { ReasonDialog } from '../decisions/reason-dialog.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { useSend } from '../frame/use-send.ts'
import styles from './travel.module.css'

interface Words {
  set: string
  lift: string
  setTitle: string
  setHelp: string
  liftTitle: string
  liftHelp: string
  missing: string
}

interface Props {
  held: boolean
  words: Words
  /** Only the icon, its word on hover. */
  small?: boolean
  onHold: (hold: boolean, reason: string) => Promise<void>
}

/** Says that something is on legal hold. */
export function Held({ word }: { word: string }) {
  return (
    <span className="chip" data-state="none">
      <NamedIcon name="lock" size={12} />
      {word}
    </span>
  )
}

/** Puts something on legal hold, or lifts it; asks why. */
export function HoldSwitch({ held, words, small, onHold }: Props) {
  const [asked, ask] = useState(false)
  const { problem, send } = useSend()
  const title = held ? words.liftTitle : words.setTitle
  const word = held ? words.lift : words.set
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={held}
        aria-label={word}
        title={small ? word : undefined}
        className={`btn quiet ${styles.hold}`}
        onClick={() => ask(true)}
      >
        <NamedIcon name="lock" size={14} /> {!small && word}
      </button>
      {asked && (
        <ReasonDialog
          title={title}
          help={held ? words.liftHelp : words.setHelp}
          send={word}
          missing={words.missing}
          onClose={() => ask(false)}
          onSend={async (reason) => {
            const done = await send(async () => {
              await onHold(!held, reason)
              return true
            })
            if (done) ask(false)
          }}
        >
          {problem && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
        </ReasonDialog>
      )}
    </>
  )
}
