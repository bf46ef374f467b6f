import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type {
  ClassDetails,
  ClassInstance,
  HouseholdClassSeat,
} from '../../../shared/contract/programs/classes.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { startOf } from '../../../shared/domain/programs/classSessions.ts'
import { classRegistrationsQuery } from '../../api/queries/account.ts'
import { classSeatsQuery } from '../../api/queries/classes.ts'
import { participantsQuery } from '../../api/queries/household.ts'
import { Avatar } from '../../components/participants/Avatar.tsx'
import { personsOf } from '../../components/participants/people.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Box, Heading, List, Row, Text } from '../../ui/layout.tsx'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'
import { offersChange } from '../changes/changeTexts.ts'
import classes from './ClassSeats.module.css'
import { sessionName } from './sessionViews.ts'

interface ClassSeatsProps {
  details: ClassDetails
  facility: Facility
}

/** Who of the family comes to which session that has not begun, each to be canceled; not for one person without a family. */
export default function ClassSeats({ details, facility }: ClassSeatsProps) {
  const now = useMinuteClock()
  const { data: family = [] } = useQuery(participantsQuery)
  const { data: seats = [] } = useQuery(classSeatsQuery(details.class.id))
  const registrations = useQuery({ ...classRegistrationsQuery, enabled: seats.length > 0 })
  const coming = seats.flatMap((seat) => {
    const session = details.instances.find(({ id }) => id === seat.class_instance_id)
    const shown =
      session?.status === 'active' && seat.status !== 'held' && startOf(session, facility.time_zone) > now
    return shown ? [{ seat, session }] : []
  })
  if (coming.length === 0 || personsOf(family).length < 2) return null
  return (
    <Box as="section" above="lg" aria-labelledby="family-sessions">
      <Heading below="xs" id="family-sessions">
        Who is registered
      </Heading>
      <List>
        {coming.map(({ seat, session }) => {
          const registration = registrations.data?.find(({ id }) => id === seat.registration_id)
          const name = seat.participant.is_self ? 'You' : seat.participant.name
          return (
            <li key={seat.registration_id} className={classes.seat}>
              <Avatar name={seat.participant.name} isSelf={seat.participant.is_self} />
              <Text as="div" breaks shrinks>
                <p className={classes.name}>{name}</p>
                <p className={classes.when}>{sessionName(session)}</p>
                <p className={classes.when}>{statusOf(seat)}</p>
              </Text>
              {registration && offersChange(registration.change) && (
                <Row gap="md" nowrap align="stretch" className={classes.actions}>
                  <ChangeMenu
                    facility={facility}
                    booked={{
                      noun: 'session',
                      id: registration.id,
                      title: seat.participant.is_self
                        ? details.class.name
                        : `${details.class.name} for ${name}`,
                      when: sessionName(session),
                      start: startOf(session satisfies ClassInstance, facility.time_zone),
                      cageId: null,
                      total: centsFromDollars(seat.total_cost),
                      change: registration.change,
                    }}
                    cancel={(id, once) => once('POST /api/me/class-registrations/:id/cancel', { id })}
                    again={<Link to="/classes">See all classes</Link>}
                  />
                </Row>
              )}
            </li>
          )
        })}
      </List>
    </Box>
  )
}

/** As the account's cards say it: 'registered' is paid on arrival unless there is nothing to pay. */
function statusOf({ status, total_cost, payer }: HouseholdClassSeat): string {
  const paid = status === 'paid' ? 'Paid' : total_cost > 0 ? 'Pay on Arrival' : 'Registered'
  return payer && !payer.is_self ? `${paid} · booked by ${payer.name}` : paid
}
