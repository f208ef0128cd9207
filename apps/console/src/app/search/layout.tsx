import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function SearchLayout({ children }: { children: ReactNode }) {
  return <Words of={['search']}>{children}</Words>
}
