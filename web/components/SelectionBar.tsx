import { Button, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Fragment, type RefObject, useEffect, useRef } from 'react'
import { formatDollars, formatPrice } from '../../shared/domain/money/money.ts'
import { Box, Heading, Row } from '../ui/layout.tsx'
import classes from './SelectionBar.module.css'

/** Something chosen and not yet booked; amounts in cents. */
export interface Selection {
  readonly total: number
  /** Before the member discount. */
  readonly subtotal: number
  readonly discountPercent: number
  /** How much it is, e.g. '3 slots · 90 min'. */
  readonly amount: string
  /** Said in its place where room is short, e.g. 'Cage 5 · 4:00–5:00 PM'. */
  readonly shortAmount?: string
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
  const bar = usePinnedBar()
  return (
    <Row
      as="section"
      nowrap
      apart
      ref={bar}
      className={classes.bar}
      data-pinned-bar
      aria-label="Your selection"
    >
      <VisuallyHidden component="output">
        {selection ? `${selection.spoken}, ${formatPrice(selection.total)}` : `No ${things} selected`}
      </VisuallyHidden>
      <Box shrinks aria-hidden>
        {selection ? (
          <Totals selection={selection} />
        ) : (
          <p className={classes.hint}>Choose one or more {things}.</p>
        )}
      </Box>
      <Row gap={4} nowrap align="stretch" rigid className={classes.buttons}>
        {selection && (
          <Button
            variant="subtle"
            color="gray"
            className={classes.clear}
            aria-label="Clear"
            onClick={onClear}
          >
            <span className={classes.wide}>Clear</span>
            <IconX size={22} aria-hidden className={classes.narrow} />
          </Button>
        )}
        <Button color="stitch.6" data-book aria-busy={isPending} onClick={onBook}>
          {isPending ? 'Booking…' : 'Book Selected'}
        </Button>
      </Row>
    </Row>
  )
}

function Totals({ selection }: { selection: Selection }) {
  const { total, subtotal, discountPercent, amount, shortAmount = amount } = selection
  const discounted = total < subtotal
  return (
    <>
      <Heading as="p" size="2xl" className={classes.total}>
        {formatPrice(total)}
        {discounted && <s className={classes.before}>{formatDollars(subtotal)}</s>}
      </Heading>
      <p className={classes.length}>
        <span className={classes.wide}>
          {amount}
          {discounted && ` · ${discountPercent}% member discount`}
        </span>
        <span className={classes.narrow}>
          {shortAmount.split(' · ').map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              <span className={classes.part}>{part}</span>
            </Fragment>
          ))}
        </span>
      </p>
    </>
  )
}

/**
 * Says how tall the bar with `data-pinned-bar` at the lower edge is, so that nothing that takes the focus hides under
 * it (page.css; WCAG 2.4.11).
 */
function usePinnedBar(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const page = document.documentElement
    const sizes = new ResizeObserver(() => {
      page.style.setProperty('--pinned-bar-height', `${current.offsetHeight}px`)
    })
    sizes.observe(current)
    return () => {
      sizes.disconnect()
      page.style.removeProperty('--pinned-bar-height')
    }
  }, [])
  return bar
}
