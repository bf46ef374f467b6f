import { Button, VisuallyHidden } from '@mantine/core'
import { formatDollars } from '../../../shared/domain/money.ts'
import { formatMinutes } from '../../../shared/domain/timeFormat.ts'
import type { Quote } from '../bookings/quote.ts'
import classes from './SelectionBar.module.css'

interface SelectionBarProps {
  quote: Quote
  onClear: () => void
  onBook: () => void
}

/** What is chosen, what it costs and how long it lasts; always within a thumb's reach on small screens. */
export function SelectionBar({ quote, onClear, onBook }: SelectionBarProps) {
  const chosen = quote.slots > 0
  return (
    <section className={classes.bar} aria-label="Your selection">
      <VisuallyHidden component="output">{chosen ? spokenQuote(quote) : 'No slots selected'}</VisuallyHidden>
      <div className={classes.summary} aria-hidden>
        {chosen ? <Totals quote={quote} /> : <p className={classes.hint}>Choose one or more slots.</p>}
      </div>
      <div className={classes.buttons}>
        {chosen && (
          <Button variant="subtle" color="gray" className={classes.clear} onClick={onClear}>
            Clear
          </Button>
        )}
        <Button color="stitch.6" onClick={onBook}>
          Book Selected
        </Button>
      </div>
    </section>
  )
}

function Totals({ quote }: { quote: Quote }) {
  return (
    <>
      <p className={classes.total}>
        {formatDollars(quote.total)}
        {quote.discount > 0 && <s className={classes.before}>{formatDollars(quote.subtotal)}</s>}
      </p>
      <p className={classes.length}>
        {slotCount(quote)} · {lengthOf(quote)}
        {quote.discount > 0 && ` · ${quote.discountPercent}% member discount`}
      </p>
    </>
  )
}

function slotCount({ slots }: Quote): string {
  return slots === 1 ? '1 slot' : `${slots} slots`
}

/** Minutes, and from an hour on the hours too: '90 min (1.5 hours)'. */
function lengthOf({ minutes }: Quote): string {
  return minutes < 60 ? `${minutes} min` : `${minutes} min (${formatMinutes(minutes)})`
}

function spokenQuote(quote: Quote): string {
  return `${slotCount(quote)} selected, ${formatMinutes(quote.minutes)}, ${formatDollars(quote.total)}`
}
