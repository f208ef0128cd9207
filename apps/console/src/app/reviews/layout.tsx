import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'

export default function ReviewsLayout({ children }: { children: ReactNode }) {
  return <Words of={['review', 'inbox', 'runs']}>{children}</Words>
}
