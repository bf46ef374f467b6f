import { Link } from '@tanstack/react-router'
import type {
  CustomerCampRegistration,
  CustomerClassRegistration,
} from '../../../shared/contract/accounts/accountRegistrations.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { campDays, campStart } from '../../../shared/domain/programs/camps.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { type Booked, titleFor, whenOf } from '../changes/booked.ts'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'

/** A seat as the dialog for canceling it knows it. */
const seat = ({
  id,
  total_cost,
  change,
}: CustomerClassRegistration | CustomerCampRegistration): Pick<
  Booked,
  'id' | 'cageId' | 'total' | 'change'
> => ({
  id,
  cageId: null,
  total: centsFromDollars(total_cost),
  change,
})

export function bookedSession(registration: CustomerClassRegistration, zone: string): Booked {
  const { class_date, start_time, end_time, classes } = registration.class_instances
  const at = (wallTime: string) => instantOf(class_date, wallTime, zone, 'after')
  return {
    ...seat(registration),
    noun: 'session',
    title: titleFor(classes.name, registration),
    when: whenOf(at(start_time), at(end_time), zone),
    start: at(start_time),
  }
}

export const bookedCamp = (registration: CustomerCampRegistration, zone: string): Booked => ({
  ...seat(registration),
  noun: 'registration',
  title: titleFor(registration.camps.name, registration),
  when: campDays(registration.camps),
  start: campStart(registration.camps, zone),
})

interface ChangeProps<Registration> {
  registration: Registration
  facility: Facility
}

/** Cancels a seat in a class session. */
export const ChangeSession = ({ registration, facility }: ChangeProps<CustomerClassRegistration>) => (
  <ChangeMenu
    facility={facility}
    booked={bookedSession(registration, facility.time_zone)}
    cancel={(id, once) => once('POST /api/me/class-registrations/:id/cancel', { id })}
    again={
      <Link to="/classes/$classId" params={{ classId: registration.class_instances.classes.id }}>
        Book another session
      </Link>
    }
  />
)

/** Cancels a camp registration. */
export const ChangeCamp = ({ registration, facility }: ChangeProps<CustomerCampRegistration>) => (
  <ChangeMenu
    facility={facility}
    booked={bookedCamp(registration, facility.time_zone)}
    cancel={(id, once) => once('POST /api/me/camp-registrations/:id/cancel', { id })}
    again={<Link to="/camps">See the camps</Link>}
  />
)
