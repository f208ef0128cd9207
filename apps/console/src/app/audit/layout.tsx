import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function AuditLayout({ children }: { children: ReactNode }) {
  return <Words of={['audit']}>{children}</Words>
}
