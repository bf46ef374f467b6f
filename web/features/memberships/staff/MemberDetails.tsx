import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MembershipDetails } from '../../../../shared/contract/memberships/staffMemberships.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { membershipDetailsQuery } from '../../../api/queries/staffMemberships.ts'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { dayText } from '../../../components/staff/whenText.ts'
import { Row, textLink } from '../../../ui/layout.tsx'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts, RecordEnd, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import { cardText } from '../../payments/paymentMethods.ts'
import classes from './Members.module.css'
import type { MemberTask } from './MemberTaskDialog.tsx'
import { changeText, freezeText, nextText, pendingText } from './memberTexts.ts'

interface MemberDetailsProps {
  /** Closed without one. */
  id: string | undefined
  onClose: () => void
  onTask: (task: MemberTask, id: string) => void
}

/** One membership beside the list: what it costs, what was paid, what failed, and what can be done. */
export function MemberDetails({ id, onClose, onTask }: MemberDetailsProps) {
  const query = useQuery({ ...membershipDetailsQuery(id ?? ''), enabled: id !== undefined })
  const zone = useQuery(facilityQuery).data?.time_zone
  return (
    <DetailDrawer
      of={id}
      onClose={onClose}
      title="Membership Details"
      query={query}
      failure="Could not load the membership."
    >
      {(membership) =>
        zone && (
          <Details name={membership.name}>
            {membership.user_id && <Person membership={membership} />}
            {membership.pending_change && (
              <p className={classes.notice} role="status">
                {pendingText[membership.pending_change]}
              </p>
            )}
            <Actions membership={membership} onTask={(task) => onTask(task, membership.id)} />
            <Terms membership={membership} zone={zone} />
            <Records membership={membership} zone={zone} />
          </Details>
        )
      }
    </DetailDrawer>
  )
}

const Person = ({ membership: { user_id, email, phone, name } }: { membership: MembershipDetails }) => (
  <div>
    <ContactLinks email={email} phone={phone} />
    <Link to="/admin/users/$userId" params={{ userId: user_id ?? '' }} className={textLink}>
      Open {name}’s page
    </Link>
  </div>
)

const labels: Record<Exclude<MemberTask, 'card'>, string> = {
  pay: 'Retry Payment Now',
  resume: 'Undo Cancellation',
  unfreeze: 'End Freeze',
  freeze: 'Freeze',
  end: 'End Membership',
}

/** What sets something right stands out. */
const mends: readonly MemberTask[] = ['pay', 'resume', 'unfreeze']

interface ActionsProps {
  membership: MembershipDetails
  onTask: (task: MemberTask) => void
}

function Actions({ membership: { allowed, billed, state, email }, onTask }: ActionsProps) {
  const tasks = (Object.keys(labels) as (keyof typeof labels)[]).filter((task) => allowed.includes(task))
  const canMail = billed && state !== 'ended' && email !== null
  if (tasks.length === 0 && !canMail) return null
  return (
    <Row align="stretch">
      {tasks.map((task) => (
        <Button
          key={task}
          {...(mends.includes(task) ? { color: 'stitch.6' } : { variant: 'default' })}
          onClick={() => onTask(task)}
        >
          {labels[task]}
        </Button>
      ))}
      {canMail && (
        <Button variant="default" onClick={() => onTask('card')}>
          Mail Card Link
        </Button>
      )}
    </Row>
  )
}

interface PartProps {
  membership: MembershipDetails
  zone: string
}

function Terms({ membership, zone }: PartProps) {
  const { state, since, monthly_price, card, owed, next_attempt_at } = membership
  const freeze = freezeText(membership, zone)
  return (
    <Facts>
      <Fact name="Status">
        <StatusBadge status={state} />
      </Fact>
      <Fact name="Member since">{dayText(since, zone)}</Fact>
      <Fact name="Monthly price">{monthly_price === null ? 'Not billed' : formatAmount(monthly_price)}</Fact>
      <Fact name="Card">
        {card ? cardText({ card_brand: card.brand, card_last4: card.last4 }) : 'None on file'}
      </Fact>
      <Fact name="Next" wide>
        {nextText(membership, zone)}
      </Fact>
      {freeze && (
        <Fact name="Freeze" wide>
          {freeze}
        </Fact>
      )}
      {owed > 0 && <Fact name="Owed">{formatAmount(owed)}</Fact>}
      {owed > 0 && (
        <Fact name="Next try">
          {next_attempt_at ? atText(next_attempt_at, zone) : 'None: retry or mail the card link'}
        </Fact>
      )}
    </Facts>
  )
}

const atText = (instant: string, zone: string): string =>
  `${dayText(instant, zone)}, ${formatTime(instant, zone)}`

function Records({ membership: { attempts, invoices, changes }, zone }: PartProps) {
  return (
    <>
      {attempts.length > 0 && (
        <RecordList title="Payment Attempts" items={attempts} empty="" keyOf={({ id }) => id}>
          {({ amount, at, reason, succeeded }) => (
            <>
              <RecordName name={formatAmount(amount)}>
                {[atText(at, zone), reason].filter(Boolean).join(' · ')}
              </RecordName>
              <StatusBadge status={succeeded ? 'paid' : 'failed'} />
            </>
          )}
        </RecordList>
      )}
      <RecordList
        title="Payments"
        items={invoices}
        empty="No payments yet."
        keyOf={({ payment_id }) => payment_id}
      >
        {({ payment_id, amount, refunded, at, status, card }) => (
          <>
            <RecordName name={formatAmount(amount)}>
              {[
                dayText(at, zone),
                card && cardText({ card_brand: card.brand, card_last4: card.last4 }),
                refunded > 0 && `${formatAmount(refunded)} refunded`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </RecordName>
            <RecordEnd>
              <StatusBadge status={status} />
              {(status === 'completed' || status === 'refunded') && (
                <a
                  href={`/admin/receipts/${payment_id}`}
                  target="_blank"
                  rel="noreferrer"
                  className={`${textLink} ${classes.receipt}`}
                  aria-label={`Receipt of ${dayText(at, zone)}`}
                >
                  Receipt
                </a>
              )}
            </RecordEnd>
          </>
        )}
      </RecordList>
      {changes.length > 0 && (
        <RecordList title="Changes by Staff" items={changes} empty="" keyOf={({ id }) => id}>
          {(change) => (
            <>
              <RecordName name={changeText(change, zone)}>
                {[atText(change.asked_at, zone), change.asked_by_name, change.reason, change.failure]
                  .filter(Boolean)
                  .join(' · ')}
              </RecordName>
              <StatusBadge status={change.state} />
            </>
          )}
        </RecordList>
      )}
    </>
  )
}
