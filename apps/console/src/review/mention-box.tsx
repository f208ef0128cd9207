'use client'

import type { UserView } from '@countersign/client'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import styles from './talk.module.css'

interface Props {
  ref: Ref<HTMLTextAreaElement>
  label: string
  placeholder: string
  people: Pick<UserView, 'id' | 'name'>[]
  text: string
  onText: (text: string) => void
  onSend: () => void
  onLeave: () => void
}

const OFFERED = 6

/** The name that is being written after an @ at the end of the text, or null. */
const openMention = (text: string): string | null => /(?:^|\s)@([\p{L}\p{N}._-]*)$/u.exec(text)?.[1] ?? null

function matching(people: Props['people'], typed: string | null): Props['people'] {
  if (typed === null) return []
  const wanted = typed.toLowerCase()
  const found = people.filter(({ id, name }) => id.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted))
  return found.filter(({ id }) => id !== typed).slice(0, OFFERED)
}

/** A text field in which `@` offers the people of the tenant. */
export function MentionBox({ ref, label, placeholder, people, text, onText, onSend, onLeave }: Props) {
  const id = useId()
  const [selected, setSelected] = useState(0)
  const typed = openMention(text)
  const offered = matching(people, typed)
  const at = Math.min(selected, offered.length - 1)
  const take = (user: string) => onText(`${text.slice(0, text.length - (typed?.length ?? 0))}${user} `)
  const onKeyDown = (event: KeyboardEvent) => {
    const current = offered[at]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (event.key === 'Escape') onLeave()
    else if (!current) return
    else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      take(current.id)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setSelected(Math.max(0, Math.min(offered.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))))
    }
  }
  return (
    <div className={styles.box}>
      <textarea
        ref={ref}
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-names`}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? `${id}-${at}` : undefined}
        placeholder={placeholder}
        value={text}
        maxLength={4000}
        onChange={(event) => {
          setSelected(0)
          onText(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-names`} className={styles.names} role="listbox" aria-label={label} hidden={offered.length === 0}>
        {offered.map((person, index) => (
          <div
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={(event) => {
              event.preventDefault()
              take(person.id)
            }}
          >
            @{person.id} <span className="dim">{person.name === person.id ? '' : person.name}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
