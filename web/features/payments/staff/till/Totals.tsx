import { useQuery } from '@tanstack/react-query'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { Heading, Text } from '../../../../ui/layout.tsx'
import classes from './Till.module.css'

interface TaxedLine {
  /** Dollars, with tax. */
  readonly amount: number
  readonly tax: number
  readonly tax_percent: number
}

/** Subtotal, tax by rate and total of what is chosen; without tax only the total. */
export function Totals({
  chosen,
  count,
  total,
}: {
  chosen: readonly TaxedLine[]
  count: number
  total: number
}) {
  const isAdded = useQuery(facilityQuery).data?.sales_tax?.added ?? false
  const byRate = Map.groupBy(
    chosen.filter(({ tax }) => tax > 0),
    ({ tax_percent }) => tax_percent,
  )
  const taxes = [...byRate].map(
    ([percent, lines]) => [percent, lines.reduce((sum, { tax }) => sum + centsFromDollars(tax), 0)] as const,
  )
  const tax = taxes.reduce((sum, [, cents]) => sum + cents, 0)
  return (
    <Text as="output" tone="dim" size="md" numbers className={classes.totals}>
      {tax > 0 && (
        <>
          <span>Subtotal</span> <span>{formatDollars(total - tax)}</span>
          {taxes.map(([percent, cents]) => (
            <span key={percent} className={classes.tax}>
              <span>
                Sales tax {percent}%{isAdded ? '' : ', included in the price'}
              </span>{' '}
              <span>{formatDollars(cents)}</span>
            </span>
          ))}
        </>
      )}
      <strong>
        Total, {count} {count === 1 ? 'item' : 'items'}
      </strong>{' '}
      <Heading as="strong" size="3xl" className={classes.total}>
        {formatDollars(total)}
      </Heading>
    </Text>
  )
}
