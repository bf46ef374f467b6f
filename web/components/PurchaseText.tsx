import type { ReactNode } from 'react'
import { readPurchaseText } from '../../shared/domain/purchaseText.ts'
import classes from './PurchaseText.module.css'

interface PurchaseTextProps {
  text: string
  /** Puts the title into something of the page's own, e.g. a link. */
  title?: (title: string) => ReactNode
  className?: string | undefined
  /** Of so many sessions the others are folded away; all are shown unless given. */
  most?: number
}

/** What a payment is for: its title and, where it pays several sessions, when each of them is. */
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
