import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function ForksLayout({ children }: { children: ReactNode }) {
  return <Words of={['runs', 'travel']}>{children}</Words>
}
