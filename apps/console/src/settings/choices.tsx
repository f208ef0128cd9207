'use client'

import styles from './settings.module.css'

interface Props<T extends string> {
  label: string
  options: readonly { value: T; name: string; hint: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Several of a few, each with what it means. */
export function Choices<T extends string>({ label, options, chosen, onChange }: Props<T>) {
  const toggle = (value: T, on: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === value ? on : chosen.includes(one))))
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map(({ value, name, hint }) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={(event) => toggle(value, event.target.checked)} />
          <span>
            {name} <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
