import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function DocumentsLayout({ children }: { children: ReactNode }) {
  return <Words of={['documents']}>{children}</Words>
}
