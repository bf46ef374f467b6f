import type { ReactNode } from 'react'
import { readPurchaseText } from '../../shared/domain/money/purchaseText.ts'
import classes from './PurchaseText.module.css'

interface PurchaseTextProps {
  text: string
  /** Wraps the title, e.g. in a link. */
  title?: (title: string) => ReactNode
  className?: string | undefined
  /** How many sessions are shown unfolded; all by default. */
  most?: number
}

/** What a payment is for: its title and, for several sessions, the time of each. */
export function PurchaseText({ text, title = (words) => words, className, most }: PurchaseTextProps) {
  const read = readPurchaseText(text)
  const shown = read.sessions.slice(0, most)
  const folded = read.sessions.slice(shown.length)
  return (
    <div className={className}>
      {title(read.title)}
      {shown.length > 0 && <Sessions sessions={shown} />}
      {folded.length > 0 && (
        <details>
          <summary className={classes.more}>{folded.length} more</summary>
          <Sessions sessions={folded} />
        </details>
      )}
    </div>
  )
}

const Sessions = ({ sessions }: { sessions: readonly string[] }) => (
  <ul className={classes.sessions}>
    {sessions.map((session) => (
      <li key={session}>{session}</li>
    ))}
  </ul>
)
