import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Closing } from '../../../../../shared/contract/payments/drawers.ts'
import { bills, differenceText } from '../../../../../shared/domain/money/drawer.ts'
import { centsFromDollars, formatAmount, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { read } from '../../../../api/read.ts'
import { Row } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { PrintButton } from '../../../../ui/staff/PrintButton.tsx'
import { StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { reasonTexts } from './CountDrawer.tsx'
import { DrawerSums, signed, takenBy } from './DrawerSums.tsx'
import classes from './drawers.module.css'

/** The report of a closed drawer, on the screen and on paper. */
export function ClosingPage({ shiftId }: { shiftId: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    read('GET /api/admin/closings/:shift_id', { shift_id: shiftId }),
  )
  const facility = useQuery(facilityQuery).data
  const day =
    data && facility && formatDay(facilityDay(data.closed_at ?? data.opened_at, facility.time_zone), 'dated')
  return (
    <StaffPage
      title={data && day ? `Closing ${data.number}, ${day}` : 'Closing'}
      refresh={{ onRefresh: () => void refetch(), isFetching }}
      action={<PrintButton disabled={!data} />}
    >
      {error && !data && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && (!data || !facility) && <Skeleton height={420} />}
      {data && facility && <Report closing={data} name={facility.name} zone={facility.time_zone} />}
      <p className={classes.back}>
        <Link to="/admin/close-day">Back to Close Day</Link>
      </p>
    </StaffPage>
  )
}

function Report({ closing, name, zone }: { closing: Closing; name: string; zone: string }) {
  const at = (instant: string) =>
    `${formatDay(facilityDay(instant, zone), 'dated')}, ${formatTime(instant, zone)}`
  const counted = centsFromDollars(closing.counted ?? 0)
  const difference = counted - Math.round(closing.expected * 100)
  const ways = (['desk_card', 'other'] as const)
    .map((method) => ({ method, ...takenBy(closing, method) }))
    .filter(({ method }) => closing.moves.some((move) => move.method === method))
  const parts = closing.taxes.length > 0 ? 'Card, Tax and Staff' : 'Card and Staff'
  return (
    <div className={classes.counting}>
      <section className={classes.card} aria-label="Drawer">
        <header className={classes.cardHead}>
          <h2>
            {name}, {closing.drawer}
          </h2>
        </header>
        <p className={classes.about}>
          Opened {at(closing.opened_at)} by {closing.opened_by_name ?? 'a deleted account'}, closed{' '}
          {at(closing.closed_at ?? closing.opened_at)} by {closing.closed_by_name ?? 'a deleted account'}.
        </p>
        <DrawerSums shift={closing} />
        <Row as="p" gap="md" apart className={classes.line}>
          <span>Counted</span> <strong>{formatDollars(counted)}</strong>
        </Row>
        <div className={classes.difference} data-agrees={difference === 0 || undefined}>
          <span>
            <strong>{difference === 0 ? 'No difference' : 'Difference'}</strong>
            {differenceText(difference, formatDollars)}
            {closing.difference_reason && `. ${reasonTexts[closing.difference_reason]}`}
            {closing.difference_note && `: ${closing.difference_note}`}
          </span>
          <strong className={classes.differenceAmount}>{signed(difference / 100)}</strong>
        </div>
        <Row as="p" gap="md" apart className={classes.line}>
          <span>Left in the drawer</span> <strong>{formatAmount(closing.left_in_drawer ?? 0)}</strong>
        </Row>
        <Row as="p" gap="md" apart className={classes.line}>
          <span>To the bank</span>{' '}
          <strong>{signed((counted - centsFromDollars(closing.left_in_drawer ?? 0)) / 100)}</strong>
        </Row>
      </section>
      <div className={classes.side}>
        {(closing.entries.length > 0 || closing.reader_total !== null) && (
          <section className={classes.card} aria-label={parts}>
            <header className={classes.cardHead}>
              <h2>{parts}</h2>
            </header>
            {ways.map(({ method, text, amount }) => (
              <Row as="p" gap="md" apart key={method} className={classes.line}>
                <span>
                  {method === 'desk_card' ? 'Card at desk' : 'Other'}, {text}
                </span>
                <strong>{signed(amount)}</strong>
              </Row>
            ))}
            {closing.reader_total !== null && (
              <Row as="p" gap="md" apart className={classes.line}>
                <span>The reader’s own total</span> <strong>{formatAmount(closing.reader_total)}</strong>
              </Row>
            )}
            {closing.taxes.map(({ percent, amount }) => (
              <Row as="p" gap="md" apart key={percent} className={classes.line}>
                <span>Sales tax ({percent}%)</span> <strong>{signed(amount)}</strong>
              </Row>
            ))}
            {closing.people.map(({ name: person, count, amount }) => (
              <Row as="p" gap="md" apart key={person} className={classes.line}>
                <span>
                  {person ?? 'By itself'}, {count === 1 ? '1 entry' : `${count} entries`}
                </span>
                <strong>{signed(amount)}</strong>
              </Row>
            ))}
          </section>
        )}
        <section className={classes.card} aria-label="Counted">
          <header className={classes.cardHead}>
            <h2>Counted</h2>
          </header>
          {bills
            .filter(({ cents }) => (closing.counts?.[cents] ?? 0) > 0)
            .map(({ cents, name: bill }) => (
              <Row as="p" gap="md" apart key={cents} className={classes.line}>
                <span>
                  {closing.counts?.[cents]} × {bill}
                </span>
                <strong>{formatDollars(cents * (closing.counts?.[cents] ?? 0))}</strong>
              </Row>
            ))}
        </section>
      </div>
      <section className={`${classes.card} ${classes.wide}`} aria-label="Entries">
        <header className={classes.cardHead}>
          <h2>Entries</h2>
        </header>
        <ul className={classes.entries}>
          {closing.entries.map(
            ({ id, made_at, kind, method, amount, text, payment_id, customer_name, made_by_name }) => (
              <li key={id}>
                <span>{formatTime(made_at, zone)}</span>
                <span>
                  {payment_id ? (
                    <Link to="/admin/payments" search={{ open: payment_id }}>
                      {text}
                    </Link>
                  ) : (
                    text
                  )}
                  <small>
                    {[kindTexts[kind], methodTexts[method], customer_name, made_by_name]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <span className={classes.worth}>{signed(amount)}</span>
              </li>
            ),
          )}
        </ul>
        {closing.entries.length === 0 && <p className={classes.about}>Nothing was taken.</p>}
      </section>
    </div>
  )
}

const kindTexts = {
  payment: 'Payment',
  void: 'Voided',
  refund: 'Refund',
  paid_in: 'Paid in',
  paid_out: 'Paid out',
} as const
const methodTexts = { cash: 'Cash', desk_card: 'Card at desk', other: 'Other' } as const
