import Link from 'next/link'
import { TopBar } from '../frame/top-bar.tsx'

export default function NotFoundPage() {
  return (
    <>
      <TopBar crumbs={[{ word: 'Not found' }]} />
      <main className="empty">
        <b>There is nothing at this address</b>
        <p>It may belong to another tenant, or the id may have lost a letter on its way here.</p>
        <Link className="btn" href="/inbox">
          Go to the inbox
        </Link>
      </main>
    </>
  )
}
