import { Button, VisuallyHidden } from '@mantine/core'
import { formatDollars, formatPrice } from '../../shared/domain/money.ts'
import classes from './SelectionBar.module.css'

/** Something chosen and not yet booked; amounts in cents. */
export interface Selection {
  readonly total: number
  /** Before the member discount. */
  readonly subtotal: number
  readonly discountPercent: number
  /** How much it is, e.g. '3 slots · 90 min'. */
  readonly amount: string
  /** The same for a screen reader, e.g. '3 slots selected, 1.5 hours'. */
  readonly spoken: string
}

interface SelectionBarProps {
  /** What can be chosen here, e.g. 'slots'. */
  things: string
  /** Null while nothing is chosen. */
  selection: Selection | null
  /** A booking is on its way. */
  isPending?: boolean
  onClear: () => void
  onBook: () => void
}

/** What is chosen, how much it is and what it costs; always within a thumb's reach on small screens. */
export function SelectionBar({ things, selection, isPending = false, onClear, onBook }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Your selection">
      <VisuallyHidden component="output">
        {selection ? `${selection.spoken}, ${formatPrice(selection.total)}` : `No ${things} selected`}
      </VisuallyHidden>
      <div className={classes.summary} aria-hidden>
        {selection ? (
          <Totals selection={selection} />
        ) : (
          <p className={classes.hint}>Choose one or more {things}.</p>
        )}
      </div>
      <div className={classes.buttons}>
        {selection && (
          <Button variant="subtle" color="gray" className={classes.clear} onClick={onClear}>
            Clear
          </Button>
        )}
        <Button color="stitch.6" aria-busy={isPending} onClick={onBook}>
          {isPending ? 'Booking…' : 'Book Selected'}
        </Button>
      </div>
    </section>
  )
}

function Totals({ selection: { total, subtotal, discountPercent, amount } }: { selection: Selection }) {
  const discounted = total < subtotal
  return (
    <>
      <p className={classes.total}>
        {formatPrice(total)}
        {discounted && <s className={classes.before}>{formatDollars(subtotal)}</s>}
      </p>
      <p className={classes.length}>
        {amount}
        {discounted && ` · ${discountPercent}% member discount`}
      </p>
    </>
  )
}
