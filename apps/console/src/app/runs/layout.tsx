import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function RunsLayout({ children }: { children: ReactNode }) {
  return <Words of={['runs', 'review', 'travel', 'inbox']}>{children}</Words>
}
