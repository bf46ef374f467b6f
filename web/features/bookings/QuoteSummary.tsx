import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatDollars } from '../../../shared/domain/money/money.ts'
import { taxLabel } from '../../../shared/domain/money/salesTax.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatMinutes, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { Heading, List, Row, Text } from '../../ui/layout.tsx'
import classes from './QuoteSummary.module.css'
import type { Quote } from './quote.ts'

interface QuoteSummaryProps {
  quote: Quote
  /** Cents; what the server asks for, should that differ from the quote. */
  total: number
  facility: Facility
}

/** The sessions of a quote with their prices, the member discount and the total. */
export function QuoteSummary({ quote, total, facility }: QuoteSummaryProps) {
  const zone = facility.time_zone
  const isQuoted = total === quote.total
  const taxAdded = quote.tax > 0 && quote.salesTax.added
  const taxRow = quote.tax > 0 && (
    <>
      <dt>{taxLabel(quote.salesTax)}</dt>
      <dd>{formatDollars(quote.tax)}</dd>
    </>
  )
  return (
    <>
      <List>
        {quote.lines.map(({ group, minutes, subtotal }) => (
          <Row
            as="li"
            gap="md"
            nowrap
            align="baseline"
            apart
            key={`${group.cageId} ${group.startTime}`}
            className={classes.session}
          >
            <span>
              <Heading as="span" size="sm" className={classes.cage}>
                {group.cageName}
              </Heading>
              {formatDay(facilityDay(group.startTime, zone))} · {formatMinutes(minutes)}
              <br />
              {formatTimeRange(group.startTime, group.endTime, zone)}
            </span>
            <Text as="span" numbers nowrap>
              {formatDollars(subtotal)}
            </Text>
          </Row>
        ))}
      </List>
      <dl className={classes.sums}>
        {(quote.discount > 0 || taxAdded) && isQuoted && (
          <>
            <dt>Subtotal</dt>
            <dd>{formatDollars(quote.subtotal)}</dd>
          </>
        )}
        {quote.discount > 0 && isQuoted && (
          <>
            <dt>Member discount ({quote.discountPercent}%)</dt>
            <dd>-{formatDollars(quote.discount)}</dd>
          </>
        )}
        {taxAdded && isQuoted && taxRow}
        <Heading as="dt" size="2xl" className={classes.total}>
          Total
        </Heading>
        <Heading as="dd" size="2xl" className={classes.total}>
          {formatDollars(total)}
        </Heading>
        {!taxAdded && isQuoted && taxRow}
      </dl>
    </>
  )
}
