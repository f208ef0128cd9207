import type { ReactNode } from 'react'

/** Line icons on a 16-unit square; always beside a word or with a label of their own, so hidden from assistive tools. */
function Icon({ children, size = 16 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

const PATHS = {
  inbox: <path d="M2 9.5 4 3h8l2 6.5V13H2V9.5Zm0 0h3.5l1 1.7h3l1-1.7H14" />,
  runs: <path d="M4 2.5v4m0 3v4m0-7a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM5.5 8H9a3 3 0 0 0 3-3V4m0 0-2 2m2-2 2 2" />,
  documents: <path d="M4 1.8h5L12.5 5v9.2H4V1.8Zm5 0V5h3.5M6 8h4.5M6 10.7h4.5" />,
  search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />,
  approval: <path d="M3 8.5 6.2 12 13 4.5" />,
  choice: <path d="M2.5 3h4.5v10H2.5V3ZM9 3h4.5v10H9V3Z" />,
  question: <path d="M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.8m0 2.5v.1" />,
  incident: <path d="M8 2 14.5 13.5h-13L8 2Zm0 4.5v3m0 2v.1" />,
  breakpoint: <path d="M5.5 3.5v9m5-9v9" />,
  custom: <path d="M5 3 2 8l3 5m6-10 3 5-3 5" />,
  waiting: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.5V8l2.3 1.5" />,
  running: <path d="M13.5 8A5.5 5.5 0 1 1 9.6 2.7" />,
  done: <path d="M3.2 8.6 6.4 12l6.4-7.5" />,
  parked: <path d="M8 2.2 14.2 13H1.8L8 2.2Z" fill="currentColor" />,
  stopped: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM4 12l8-8" />,
  dot: <circle cx="8" cy="8" r="3" fill="currentColor" />,
  left: <path d="M10 3 5 8l5 5" />,
  right: <path d="m6 3 5 5-5 5" />,
  copy: <path d="M5.5 5.5V2.5h8v8h-3m-8-5h8v8h-8v-8Z" />,
  audit: <path d="M3 2.5h10v11H3v-11Zm2.5 3.5h5m-5 2.5h5M5.5 11h2.5" />,
  settings: (
    <path d="M2 4.5h6.5m3 0H14M2 11.5h2.5m3 0H14M8.5 4.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0Zm-4 7a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0Z" />
  ),
  signOut: <path d="M6.5 2.5h-4v11h4M10 5l3 3-3 3m3-3H6" />,
  person: <path d="M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8Zm-5 5.8c.5-2.6 2.5-4 5-4s4.500 1.400 5 4" />,
  late: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9v3.500m0 2.300v.1" />,
  lock: <path d="M3.5 7.500h9v6h-9v-6Zm2 0V5a2.500 2.500 0 0 1 5 0v2.500" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  locate: <path d="M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm0-12v3m0 9v3M.5 8h3m9 0h3" />,
}

export type IconName = keyof typeof PATHS

/** One icon by name. */
export function NamedIcon({ name, size }: { name: IconName; size?: number }) {
  return <Icon size={size}>{PATHS[name]}</Icon>
}

/** The mark of the product: two ticks, the second in the accent. */
export function BrandMark() {
  return (
    <svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.8">
      <path d="M2.5 9.5 6 13l5-6.5" />
      <path d="M9.5 12 11 13.5l5-7" stroke="var(--accent)" />
    </svg>
  )
}
