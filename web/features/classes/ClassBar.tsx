import { Button, VisuallyHidden } from '@mantine/core'
import { formatDollars } from '../../../shared/domain/money.ts'
import type { Price } from '../../../shared/domain/pricing.ts'
import classes from './ClassBar.module.css'

interface ClassBarProps {
  price: Price
  discountPercent: number
  onClear: () => void
  onBook: () => void
}

/** How many sessions are chosen and what they cost; always within a thumb's reach on small screens. */
export function ClassBar({ price, discountPercent, onClear, onBook }: ClassBarProps) {
  const chosen = price.sessions.length > 0
  return (
    <section className={classes.bar} aria-label="Your selection">
      <VisuallyHidden component="output">
        {chosen ? `${sessionCount(price)} selected, ${formatDollars(price.total)}` : 'No sessions selected'}
      </VisuallyHidden>
      <div className={classes.summary} aria-hidden>
        {chosen ? (
          <>
            <p className={classes.total}>
              {formatDollars(price.total)}
              {price.discount > 0 && <s className={classes.before}>{formatDollars(price.subtotal)}</s>}
            </p>
            <p className={classes.count}>
              {sessionCount(price)}
              {price.discount > 0 && ` · ${discountPercent}% member discount`}
            </p>
          </>
        ) : (
          <p className={classes.hint}>Choose one or more sessions.</p>
        )}
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

const sessionCount = ({ sessions }: Price): string =>
  sessions.length === 1 ? '1 session' : `${sessions.length} sessions`
