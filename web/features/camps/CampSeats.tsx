import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CampDetail, HouseholdCampSeat } from '../../../shared/contract/programs/camps.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { campDays, campStart } from '../../../shared/domain/programs/camps.ts'
import { campRegistrationsQuery } from '../../api/queries/account.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { Avatar } from '../../components/participants/Avatar.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { List, Row, Stack, Text, textLink } from '../../ui/layout.tsx'
import menuClasses from '../changes/ChangeMenu.module.css'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'
import { offersChange } from '../changes/changeTexts.ts'
import classes from './CampSeats.module.css'
import { isPayable, paymentStatus } from './campRules.ts'
import panelClasses from './RegisterPanel.module.css'

interface CampSeatsProps {
  camp: CampDetail
  /** The family's registrations. */
  seats: readonly HouseholdCampSeat[]
  onPay: (seats: readonly HouseholdCampSeat[]) => void
}

/** Who of the family is registered: the status of each, paying one or all, and canceling. */
export function CampSeats({ camp, seats, onPay }: CampSeatsProps) {
  const unpaid = seats.filter(isPayable)
  return (
    <Stack gap="xs">
      <List aria-label="Registered">
        {seats.map((seat) => (
          <Seat
            key={seat.registration_id}
            camp={camp}
            seat={seat}
            onPay={unpaid.length > 1 ? () => onPay([seat]) : undefined}
          />
        ))}
      </List>
      {unpaid.length > 0 && (
        <Button
          size="lg"
          color="stitch.6"
          classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
          onClick={() => onPay(unpaid)}
        >
          Pay Now for {payeeOf(unpaid)} · {formatDollars(totalOf(unpaid))}
        </Button>
      )}
      <Link to="/account" search={{ tab: 'camps' }} className={`${textLink} ${panelClasses.link}`}>
        View My Camps
      </Link>
    </Stack>
  )
}

/** Beside the button that registers others, the seats' own says whom it pays for. */
const payeeOf = ([first, ...more]: readonly HouseholdCampSeat[]): string =>
  more.length > 0 ? 'all' : first?.participant.is_self ? 'you' : (first?.participant.name ?? '')

/** Cents. */
const totalOf = (seats: readonly HouseholdCampSeat[]): number =>
  seats.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)

interface SeatProps {
  camp: CampDetail
  seat: HouseholdCampSeat
  /** Pays only this one; undefined where that is what the button below does. */
  onPay: (() => void) | undefined
}

function Seat({ camp, seat, onPay }: SeatProps) {
  const { participant, payer, receipt_url } = seat
  const name = participant.is_self ? 'You' : participant.name
  const status = paymentStatus(seat)
  return (
    <li className={classes.seat}>
      <Avatar name={participant.name} isSelf={participant.is_self} />
      <Text as="div" breaks shrinks>
        <Text size="lg" strong className={classes.name}>
          {name}
        </Text>
        <p className={classes.status} data-paid={status === 'Payment Complete' || undefined}>
          {status}
          {payer && !payer.is_self && ` · registered by ${payer.name}`}
        </p>
      </Text>
      <Row align="stretch" className={classes.actions}>
        {onPay && isPayable(seat) && (
          <button
            type="button"
            className={menuClasses.action}
            aria-label={`Pay Now: ${name}`}
            onClick={onPay}
          >
            Pay Now
          </button>
        )}
        {receipt_url && (
          <a
            href={receipt_url}
            target="_blank"
            rel="noopener noreferrer"
            className={textLink}
            aria-label={`View Receipt: ${name}`}
          >
            View Receipt
          </a>
        )}
        <CancelSeat camp={camp} seat={seat} name={name} />
      </Row>
    </li>
  )
}

/** Cancels one seat; nothing until it is known on which terms. */
function CancelSeat({ camp, seat, name }: { camp: CampDetail; seat: HouseholdCampSeat; name: string }) {
  const registrations = useQuery(campRegistrationsQuery)
  const { data: facility } = useQuery(facilityQuery)
  const registration = registrations.data?.find(({ id }) => id === seat.registration_id)
  if (!registration || !facility || !offersChange(registration.change)) return null
  return (
    <ChangeMenu
      facility={facility}
      booked={{
        noun: 'registration',
        id: registration.id,
        title: seat.participant.is_self ? camp.name : `${camp.name} for ${name}`,
        when: campDays(camp),
        start: campStart(camp, facility.time_zone),
        cageId: null,
        total: centsFromDollars(seat.total_cost),
        change: registration.change,
      }}
      cancel={(id, once) => once('POST /api/me/camp-registrations/:id/cancel', { id })}
      again={<Link to="/camps">See the camps</Link>}
    />
  )
}
