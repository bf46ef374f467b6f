import { Button } from '@mantine/core'
import { IconPencil, IconReceipt, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  CampRegistrations,
  StaffCampRegistration,
} from '../../../../../shared/contract/programs/campRegistrations.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { ageStanding } from '../../../../../shared/domain/programs/ages.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { ContactLinks } from '../../../../components/staff/ContactLinks.tsx'
import { MissingCare } from '../../../../components/staff/MissingCare.tsx'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { Text } from '../../../../ui/layout.tsx'
import classes from './registrations.module.css'
import { nameOf } from './registrationTexts.ts'

interface RegistrationRowProps {
  registration: StaffCampRegistration
  camp: CampRegistrations['camp']
  onEdit: () => void
  onDelete: () => void
  onPayment: () => void
}

/** One registration: who takes part, how to reach who registered them, what is paid, and what can be done. */
export function RegistrationRow(props: RegistrationRowProps) {
  const { registration, camp, onEdit, onDelete, onPayment } = props
  const { status, participant, registrant, created_at, canceled_at, owed_amount, paid_amount } = registration
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const at = (instant: string) =>
    `${formatDay(facilityDay(instant, zone), 'numeric')}, ${formatTime(instant, zone)}`
  const name = nameOf(registration)
  return (
    <li className={classes.row} data-canceled={status === 'canceled' || undefined}>
      <div>
        <div className={classes.head}>
          <h3 className={classes.name}>{name}</h3>
          <Age age={participant?.age ?? null} camp={camp} />
          {registration.has_payment && status === 'paid' ? (
            <button
              type="button"
              className={classes.paid}
              onClick={onPayment}
              aria-label={`Paid: payment details of ${name}`}
            >
              <StatusBadge status={status} />
              <IconReceipt size={18} aria-hidden />
            </button>
          ) : (
            <StatusBadge status={status} />
          )}
          {status !== 'canceled' && <MissingCare of={participant} />}
          {owed_amount > 0 && <span className={classes.owed}>{formatAmount(owed_amount)} owed</span>}
        </div>
        {registrant ? (
          <ContactLinks email={registrant.email} phone={registrant.phone_number} inline />
        ) : (
          <Text tone="dim" size="sm">
            The account is deleted.
          </Text>
        )}
        <Text tone="dim" size="sm">
          {registrant && registrant.full_name !== name && (
            <>
              By{' '}
              {registrant.id ? (
                <Link to="/admin/users/$userId" params={{ userId: registrant.id }}>
                  {registrant.full_name}
                </Link>
              ) : (
                registrant.full_name
              )}{' '}
              ·{' '}
            </>
          )}
          {registration.is_guest && 'Guest · '}
          Registered {at(created_at)}
          {canceled_at && ` · Canceled ${at(canceled_at)}`}
          {status === 'canceled' && paid_amount > 0 && ` · ${formatAmount(paid_amount)} kept`}
        </Text>
      </div>
      <div className={classes.rowButtons}>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`Edit registration of ${name}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-label={`Delete registration of ${name}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

/** The age on the camp's first day, marked where the camp is not for it. */
function Age({ age, camp }: { age: number | null; camp: CampRegistrations['camp'] }) {
  if (age === null) return null
  return ageStanding(age, camp) === 'outside' ? (
    <span className={classes.outside}>Age {age}, outside the range</span>
  ) : (
    <span className={classes.age}>Age {age}</span>
  )
}
