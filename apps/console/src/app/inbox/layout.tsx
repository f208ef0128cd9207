import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function InboxLayout({ children }: { children: ReactNode }) {
  return <Words of={['inbox', 'review']}>{children}</Words>
}
