import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Attention } from '../../../../shared/contract/people/dashboard.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import type { InputOf } from '../../../api/call.ts'
import { attentionQuery } from '../../../api/queries/dashboard.ts'
import { touches } from '../../../api/touches.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { phoneHref } from '../../../components/phone.ts'
import { Heading, Row, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import classes from './AttentionPanel.module.css'
import dashboard from './DashboardPage.module.css'

const lists = ['contact', 'unpaid', 'refunds', 'disputes', 'payments', 'mail'] as const

/** What someone has to see to, each with what can be done about it. */
export function AttentionPanel({ timeZone }: { timeZone: string | undefined }) {
  const { data, error, refetch } = useQuery(attentionQuery)
  const [paying, setPaying] = useState<ListedBooking>()
  const heading = useId()
  const total = data && lists.reduce((sum, list) => sum + data[list].count, 0)
  return (
    <section className={dashboard.panel} aria-labelledby={heading} aria-busy={!data}>
      <Heading size="lg" id={heading}>
        Needs attention {total ? <span className={classes.total}>{total}</span> : null}
      </Heading>
      {error && !data && (
        <ErrorAlert error={error} text={`Error: ${error.message}`} onRetry={() => void refetch()} />
      )}
      {!error && (!data || !timeZone) && <Skeleton mt="md" height="5rem" />}
      {total === 0 && (
        <Row as="p" gap={8} nowrap above="xs" className={classes.nothing}>
          <IconCircleCheck size={22} aria-hidden /> You’re all caught up.
        </Row>
      )}
      {data && timeZone && total !== 0 && (
        <div className={classes.groups}>
          <NewContactMessages {...data.contact} timeZone={timeZone} />
          <Unpaid {...data.unpaid} timeZone={timeZone} onPay={setPaying} />
          <Refunds {...data.refunds} timeZone={timeZone} />
          <Disputes {...data.disputes} timeZone={timeZone} />
          <StuckPayments {...data.payments} timeZone={timeZone} />
          <FailedMail {...data.mail} timeZone={timeZone} />
        </div>
      )}
      <TakePaymentDialog onClose={() => setPaying(undefined)} of={paying && payableOf(paying)} />
    </section>
  )
}

type Zoned<Part> = Part & { timeZone: string }

function NewContactMessages({ count, items, timeZone }: Zoned<Attention['contact']>) {
  return (
    <Group
      title="New Contact Messages"
      count={count}
      more={
        <Link to="/admin/messages" search={{}}>
          Open the messages
        </Link>
      }
      shown={items.length}
    >
      {items.map(({ id, name, message, phone, email, created_at }) => (
        <Item key={id} name={name} facts={[dayOf(created_at, timeZone), shortened(message)]}>
          {email === null && (
            <Button component="a" href={phoneHref(phone)} size="sm" variant="default">
              Call {phone}
            </Button>
          )}
          <Button
            size="sm"
            variant="default"
            renderRoot={(root) => (
              <Link
                {...root}
                to="/admin/messages"
                search={{ open: id }}
                aria-label={email === null ? `Open the message of ${name}` : `Reply to ${name}`}
              />
            )}
          >
            {email === null ? 'Open' : 'Reply'}
          </Button>
        </Item>
      ))}
    </Group>
  )
}

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text)

function Unpaid(props: Zoned<Attention['unpaid']> & { onPay: (booking: ListedBooking) => void }) {
  const { count, total_amount, bookings, timeZone, onPay } = props
  return (
    <Group
      title="Unpaid Today"
      count={count}
      note={formatAmount(total_amount)}
      more={
        <Link to="/admin/bookings" search={{ range: 'today', status: 'pending payment' }}>
          All unpaid today
        </Link>
      }
      shown={bookings.length}
    >
      {bookings.map((booking) => (
        <Item
          key={booking.id}
          name={booking.participant_name ?? booking.customer_name ?? ''}
          userId={booking.customer_id}
          facts={[
            formatTime(booking.start_time, timeZone),
            booking.item_name,
            formatAmount(booking.total_cost),
          ]}
        >
          <Button size="sm" onClick={() => onPay(booking)}>
            Take Payment
          </Button>
        </Item>
      ))}
    </Group>
  )
}

function Refunds({ count, total_amount, items, timeZone }: Zoned<Attention['refunds']>) {
  const act = useAction('POST /api/admin/desk-refunds/:refund_id/give')
  return (
    <Group
      title="Refunds to Make by Hand"
      count={count}
      note={formatAmount(total_amount)}
      shown={items.length}
    >
      {items.map(({ id, customer_name, description, amount, created_at }) => (
        <Item
          key={id}
          name={customer_name ?? 'Guest'}
          facts={[formatAmount(amount), description ?? '', `since ${dayOf(created_at, timeZone)}`]}
        >
          <Button
            size="sm"
            variant="default"
            disabled={act.isPending}
            onClick={() => void act.run({ refund_id: id })}
          >
            Given
          </Button>
        </Item>
      ))}
    </Group>
  )
}

function Disputes({ count, items, timeZone }: Zoned<Attention['disputes']>) {
  return (
    <Group title="Disputed Card Payments" count={count} shown={items.length}>
      {items.map(({ id, payment_id, customer_name, amount, reason, respond_by }) => (
        <Item
          key={id}
          name={customer_name ?? 'Guest'}
          facts={[
            formatAmount(amount),
            reason.replaceAll('_', ' '),
            respond_by ? `answer at Stripe by ${dayOf(respond_by, timeZone)}` : '',
          ]}
        >
          <OpenPayment id={payment_id} name={customer_name} />
        </Item>
      ))}
    </Group>
  )
}

const problems: Record<Attention['payments']['items'][number]['problem'], string> = {
  payment_open: 'the bank has not answered',
  refund_failed: 'the refund to the card failed',
  refund_late: 'the refund to the card is not through',
}

function StuckPayments({ count, items, timeZone }: Zoned<Attention['payments']>) {
  const act = useAction('POST /api/admin/payments/:payment_id/check')
  return (
    <Group title="Stuck Payments" count={count} shown={items.length}>
      {items.map(({ id, customer_name, amount, problem, since }) => (
        <Item
          key={`${id} ${problem} ${since}`}
          name={customer_name ?? 'Guest'}
          facts={[formatAmount(amount), problems[problem], `since ${dayOf(since, timeZone)}`]}
        >
          {problem === 'refund_failed' ? (
            <OpenPayment id={id} name={customer_name} />
          ) : (
            <Button
              size="sm"
              variant="default"
              disabled={act.isPending}
              onClick={() => void act.run({ payment_id: id })}
            >
              Ask Again
            </Button>
          )}
        </Item>
      ))}
    </Group>
  )
}

function FailedMail({ count, items, timeZone }: Zoned<Attention['mail']>) {
  const again = useAction('POST /api/admin/messages/:message_id/resend')
  const leave = useAction('POST /api/admin/messages/:message_id/dismiss')
  return (
    <Group
      title="Emails That Couldn’t Be Delivered"
      count={count}
      more={
        <Link to="/admin/messages" search={{ tab: 'sent', state: 'failed' }}>
          Open the delivery log
        </Link>
      }
      shown={items.length}
    >
      {items.map(({ id, to_email, description, reason, created_at }) => (
        <Item
          key={id}
          name={to_email}
          facts={[description.replace(/\.$/, ''), dayOf(created_at, timeZone), reason ?? '']}
        >
          <Button
            size="sm"
            variant="default"
            disabled={again.isPending}
            onClick={() => void again.run({ message_id: id })}
          >
            Send Again
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            disabled={leave.isPending}
            onClick={() => void leave.run({ message_id: id })}
          >
            Leave
          </Button>
        </Item>
      ))}
    </Group>
  )
}

const OpenPayment = ({ id, name }: { id: string; name: string | null }) => (
  <Button
    size="sm"
    variant="default"
    renderRoot={(root) => (
      <Link
        {...root}
        to="/admin/payments"
        search={{ open: id }}
        aria-label={`Open the payment of ${name ?? 'a guest'}`}
      />
    )}
  >
    Open
  </Button>
)

interface GroupProps {
  title: string
  /** Of all, shown or not. */
  count: number
  shown: number
  note?: string
  /** Where the rest is. */
  more?: ReactNode
  children: ReactNode
}

/** Nothing where there is nothing. */
function Group({ title, count, shown, note, more, children }: GroupProps) {
  const heading = useId()
  if (count === 0) return null
  return (
    <section aria-labelledby={heading} className={classes.group}>
      <Row as="h3" gap={8} nowrap id={heading} className={classes.title}>
        {title} <span className={classes.count}>{count}</span>
        {note && (
          <Text as="span" tone="dim" numbers className={classes.note}>
            {note}
          </Text>
        )}
      </Row>
      <ul className={classes.list}>{children}</ul>
      {(count > shown || more) && (
        <Text size="sm" above={4} className={classes.more}>
          {count > shown && `and ${count - shown} more. `}
          {more}
        </Text>
      )}
    </section>
  )
}

interface ItemProps {
  name: string
  /** Of the customer's account, where there is one. */
  userId?: string | null
  facts: readonly string[]
  children: ReactNode
}

const Item = ({ name, userId, facts, children }: ItemProps) => (
  <Row as="li" className={classes.item}>
    <div className={classes.about}>
      {userId ? (
        <Link to="/admin/users/$userId" params={{ userId }} className={classes.name}>
          {name}
        </Link>
      ) : (
        <strong>{name}</strong>
      )}
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </div>
    <Row gap={4} nowrap align="stretch" className={classes.actions}>
      {children}
    </Row>
  </Row>
)

type Told =
  | 'POST /api/admin/desk-refunds/:refund_id/give'
  | 'POST /api/admin/payments/:payment_id/check'
  | `POST /api/admin/messages/:message_id/${'resend' | 'dismiss'}`

/** Something that is done by one press. */
function useAction<Name extends Told>(name: Name) {
  const { attempt, isPending } = useCall(name, { touches: touches.dashboard, pendingUntilRefreshed: true })
  return {
    isPending,
    async run(request: InputOf<Name>): Promise<void> {
      const outcome = await attempt(request)
      if (!outcome) return
      if ('answer' in outcome) toast.success(outcome.answer.message)
      else toast.error(outcome.error instanceof Error ? outcome.error.message : 'That did not work.')
    },
  }
}

const dayOf = (instant: string, timeZone: string): string => formatDay(facilityDay(instant, timeZone))
