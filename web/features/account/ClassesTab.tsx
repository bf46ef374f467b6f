import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CustomerClassRegistration } from '../../../shared/contract/accountRegistrations.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import { instantOf } from '../../../shared/domain/time.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { api, unwrap } from '../../api/client.ts'
import { classRegistrationsQuery } from '../../api/queries/account.ts'
import { CardLine, ItemCard, ReceiptLink, type Tone, When } from '../../components/ItemCard.tsx'
import { whenOf } from '../changes/booked.tsx'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'
import { offersChange } from '../changes/changeTexts.ts'
import { AccountList } from './AccountList.tsx'
import { ItemList } from './ItemList.tsx'
import { registrationStanding } from './registrationStanding.ts'
import { upcomingFirst } from './splitUpcoming.ts'

/** The customer's class sessions (spec 2 §2). */
export function ClassesTab() {
  const registrations = useQuery(classRegistrationsQuery)
  return (
    <AccountList<CustomerClassRegistration> title="Classes" what="classes" rows={registrations}>
      {(rows, { facility, now }) => (
        <ItemList
          items={upcomingFirst(rows, (registration) => {
            const { class_date, start_time, end_time } = registration.class_instances
            return {
              start: `${class_date} ${start_time}`,
              over: instantOf(class_date, end_time, facility.time_zone, 'after') <= now,
              canceled: isOff(registration),
            }
          })}
          card={(registration, upcoming) => (
            <ClassCard
              key={registration.id}
              registration={registration}
              upcoming={upcoming}
              facility={facility}
            />
          )}
          empty={{
            title: 'No classes yet',
            line: 'Book a session of a class, and it will show up here.',
            to: '/classes',
            label: 'Browse classes',
          }}
        />
      )}
    </AccountList>
  )
}

const isOff = ({ status, class_instances }: CustomerClassRegistration) =>
  status === 'canceled' || class_instances.status === 'canceled'

const sessionOff: { tone: Tone; label: string } = { tone: 'bad', label: 'Session Canceled' }

interface ClassCardProps {
  registration: CustomerClassRegistration
  upcoming: boolean
  facility: Facility
}

function ClassCard({ registration, upcoming, facility }: ClassCardProps) {
  const { change, status, total_cost, receipt_url, class_instances: session } = registration
  const { class_date, start_time, end_time, coach_name } = session
  const cancelable = upcoming && offersChange(change)
  const takesPlace = status === 'canceled' || session.status === 'active'
  return (
    <ItemCard
      title={session.classes.name}
      to={`/classes/${session.classes.id}`}
      day={class_date}
      chip={takesPlace ? registrationStanding(registration) : sessionOff}
      cost={total_cost}
      upcoming={upcoming}
      canceled={isOff(registration)}
      actions={
        (cancelable || receipt_url) && (
          <>
            {cancelable && <CancelSession registration={registration} facility={facility} />}
            {receipt_url && (
              <ReceiptLink url={receipt_url} of={`${session.classes.name}, ${formatDay(class_date)}`} />
            )}
          </>
        )
      }
    >
      <When
        day={formatDay(class_date, 'long')}
        times={`${formatWallTime(start_time)} - ${formatWallTime(end_time)}`}
      />
      {coach_name && <CardLine>with {coach_name}</CardLine>}
    </ItemCard>
  )
}

/** Cancels the customer's own seat, from its card. */
function CancelSession({ registration, facility }: Omit<ClassCardProps, 'upcoming'>) {
  const { id, change, total_cost, class_instances: session } = registration
  const at = (wallTime: string) => instantOf(session.class_date, wallTime, facility.time_zone, 'after')
  const start = at(session.start_time)
  return (
    <ChangeMenu
      facility={facility}
      booked={{
        noun: 'session',
        id,
        title: session.classes.name,
        when: whenOf(start, at(session.end_time), facility.time_zone),
        start,
        cageId: null,
        total: centsFromDollars(total_cost),
        change,
      }}
      cancel={(registrationId, once) =>
        unwrap(
          api.me['class-registrations'][':id'].cancel.$post(
            { param: { id: registrationId } },
            once({ registrationId }),
          ),
        )
      }
      again={
        <Link to="/classes/$classId" params={{ classId: session.classes.id }}>
          Book another session
        </Link>
      }
    />
  )
}
