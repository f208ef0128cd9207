import type { ReactNode } from 'react'
import { Words } from '../../../frame/words.tsx'

export default function NotificationsLayout({ children }: { children: ReactNode }) {
  return <Words of={['settings', 'audit']}>{children}</Words>
}
