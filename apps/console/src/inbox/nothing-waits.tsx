import Link from 'next/link'
import { CopyCommand } from '../frame/copy-command.tsx'

/** An empty inbox says why it is empty and what to do next. */
export function NothingWaits({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <div className="empty">
        <b>Nothing that waits matches this filter</b>
        <Link className="btn" href="/inbox" prefetch={false}>
          Show all that waits
        </Link>
      </div>
    )
  }
  return (
    <div className="empty">
      <b>Nothing waits for you</b>
      <p>When a run is not sure, it stops and shows up here by itself. Bring in a document to see one:</p>
      <CopyCommand command="npx countersign ingest examples/documents/*" />
    </div>
  )
}
