import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Camp, HouseholdCampSeat } from '../../../shared/contract/programs/camps.ts'
import { centsFromDollars, formatDollars, leastCardCents } from '../../../shared/domain/money/money.ts'
import { taxIn, taxLabel, withTax } from '../../../shared/domain/money/salesTax.ts'
import { facilityQuery, useSalesTax } from '../../api/queries/facility.ts'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { useNow } from '../../ui/firstRender.ts'
import { Row, Stack, Text, textLink } from '../../ui/layout.tsx'
import { campPrice, isPayable, paymentStatus } from './campRules.ts'
import classes from './RegisterPanel.module.css'

interface RegisterButtonsProps {
  camp: Camp
  /** How many people are registered. */
  count: number
  /** How many seats an unfinished checkout of the family holds. */
  held: number
  isPending: boolean
  onPay: () => void
  onRegister: () => void
}

/**
 * The buttons of a camp that is open for registration (spec 2 §2). The pressed button is not disabled while it works: it
 * would lose the focus, and the dialog could not return it.
 */
export function RegisterButtons(props: RegisterButtonsProps) {
  const { camp, count, held, isPending, onPay, onRegister } = props
  const cards = useQuery(paymentConfigurationQuery)
  const now = useNow()
  const tax = useSalesTax('camps')
  const each = withTax(centsFromDollars(camp.price), tax)
  const notes = (
    <>
      {now >= new Date(camp.starts_at) && (
        <Text>This camp has begun. You can still join the sessions that are left.</Text>
      )}
      {held > 0 && <Text>{held === 1 ? 'A spot is held for you.' : `${held} spots are held for you.`}</Text>}
      {count > 1 && camp.price > 0 && (
        <Text role="status">
          {count} people · {campPrice(camp.price)} each
        </Text>
      )}
      {taxIn(each, tax.percent) > 0 && (
        <Text>
          {taxLabel(tax)}: {formatDollars(taxIn(each, tax.percent) * count)}
        </Text>
      )}
    </>
  )
  if (camp.price === 0) {
    return (
      <Stack gap="xs" data-register>
        {notes}
        <Button size="lg" color="stitch.6" aria-busy={isPending} onClick={onRegister}>
          {isPending ? 'Registering…' : 'Register'}
        </Button>
      </Stack>
    )
  }
  const byCard = cards.data?.mode !== 'unavailable' && each >= leastCardCents
  const onArrival = camp.pay_on_arrival_enabled
  return (
    <Stack gap="xs" data-register>
      {notes}
      {byCard && (
        <Button size="lg" color="stitch.6" disabled={isPending} onClick={onPay}>
          Pay Now · {formatDollars(each * count)}
        </Button>
      )}
      {onArrival && (
        <Button
          size="lg"
          {...(byCard ? { variant: 'default' } : { color: 'stitch.6' })}
          aria-busy={isPending}
          onClick={onRegister}
        >
          {isPending ? 'Registering…' : 'Pay on Arrival'}
        </Button>
      )}
      {!byCard && !onArrival && <CallUs />}
    </Stack>
  )
}

/** Shown when the camp can be paid neither by card nor on arrival. */
function CallUs() {
  const phone = useQuery(facilityQuery).data?.phone
  return <Text>Please call us{phone ? ` at ${phone}` : ''} to register.</Text>
}

/** The customer's own seat: whether it is paid, and paying it now (spec 2 §2, §4). */
export function SeatStatus({ registration, onPay }: { registration: HouseholdCampSeat; onPay: () => void }) {
  const status = paymentStatus(registration)
  const cents = centsFromDollars(registration.total_cost)
  return (
    <Stack gap="xs">
      <Row as="p" gap={8} nowrap className={classes.seat}>
        <IconCircleCheck size={24} aria-hidden />
        Status: {status}
      </Row>
      {isPayable(registration) && (
        <Button size="lg" color="stitch.6" onClick={onPay}>
          Pay Now · {formatDollars(cents)}
        </Button>
      )}
      {registration.receipt_url && (
        <a
          href={registration.receipt_url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${textLink} ${classes.link}`}
        >
          View Receipt
        </a>
      )}
      <Link to="/account" search={{ tab: 'camps' }} className={`${textLink} ${classes.link}`}>
        View My Camps
      </Link>
    </Stack>
  )
}

const closedTexts = {
  called_off: 'This camp isn’t taking place.',
  closed: 'Registration isn’t open right now.',
  over: 'The last session of this camp has started.',
  full: 'Every spot is taken. Spots open up sometimes. Check back soon.',
} as const

/** Why nobody can register, and the way to other camps (spec 2 §2, 'Page states'). */
export function RegistrationClosed({ state }: { state: keyof typeof closedTexts }) {
  return (
    <Stack gap="xs">
      <Text>{closedTexts[state]}</Text>
      <Link to="/camps" className={`${textLink} ${classes.link}`}>
        See all camps
      </Link>
    </Stack>
  )
}
