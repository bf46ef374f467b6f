import { Button, Checkbox, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { reservationsTerm } from '../../../shared/domain/memberships/memberships.ts'
import { renewalText } from '../../../shared/domain/memberships/renewal.ts'
import { centsFromDollars, formatAmount, formatDollars } from '../../../shared/domain/money/money.ts'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { forgetResume, keepResume, useResume } from '../../components/resume.ts'
import { SignInChoice } from '../../components/SignInLink.tsx'
import { useOnceKnown } from '../../components/useOnceKnown.ts'
import { useNow } from '../../ui/firstRender.ts'
import { Grid, Heading, Text } from '../../ui/layout.tsx'
import classes from './MembershipPanel.module.css'
import { PayOff } from './PayOff.tsx'
import type { CardTask } from './useMembershipCard.ts'

interface PricePanelProps {
  offer: MembershipOffer | undefined
  facility: Facility | undefined
  signedIn: boolean
  /** Whether session and membership are. */
  isKnown: boolean
  onJoin: (task: CardTask) => void
}

/** The price and the form to join; nobody joins without accepting the agreement (spec 2 §2, §5). */
export function PricePanel({ offer, facility, signedIn, isKnown, onJoin }: PricePanelProps) {
  if (!offer) {
    return (
      <div className={classes.panel} aria-busy="true">
        <Skeleton height="4.5rem" width="70%" />
        <Skeleton height="6rem" mt="md" />
        <Skeleton height="3.375rem" mt="md" />
      </div>
    )
  }
  return (
    <section className={classes.panel} aria-label="Price">
      <p className={classes.price}>
        {formatDollars(centsFromDollars(offer.monthly_price))}
        <Text as="span" tone="dim" strong className={classes.month}>
          /month
        </Text>
      </p>
      {offer.monthly_tax !== undefined && (
        <Text tone="dim" above={8}>
          {offer.monthly_charge > offer.monthly_price
            ? `Plus ${formatAmount(offer.monthly_tax)} sales tax: ${formatAmount(offer.monthly_charge)} a month.`
            : `Includes ${formatAmount(offer.monthly_tax)} sales tax.`}
        </Text>
      )}
      <Text above="sm">
        <strong>Unlimited cage time</strong> means as many bookings as you like, subject to availability, at
        the members' price: {offer.member_cage_discount_percent}% off every cage booking.
        {offer.member_reservation_limit !== null && ` ${reservationsTerm(offer.member_reservation_limit)}`}
      </Text>
      {offer.monthly_charge > 0 && <PayOff offer={offer} signedIn={signedIn} />}
      {offer.spots_left === 0 || offer.price_id === null ? (
        <Closed full={offer.spots_left === 0} facility={facility} />
      ) : (
        // Another version of the agreement must be accepted again.
        <SignUp
          key={offer.agreement_version}
          offer={offer}
          zone={facility?.time_zone}
          priceId={offer.price_id}
          signedIn={signedIn}
          isKnown={isKnown}
          onJoin={onJoin}
        />
      )}
    </section>
  )
}

interface SignUpProps {
  offer: MembershipOffer
  zone: string | undefined
  priceId: string
  signedIn: boolean
  isKnown: boolean
  onJoin: (task: CardTask) => void
}

function SignUp({ offer, zone, priceId, signedIn, isKnown, onJoin }: SignUpProps) {
  const now = useNow()
  const [accepted, setAccepted] = useState(false)
  const [missing, setMissing] = useState(false)
  const [asksLogin, setAsksLogin] = useState(false)
  const checkbox = useRef<HTMLInputElement>(null)
  // Back from signing in, at what is asked for next: the agreement.
  useResume(resumeOf, true, () => {
    forgetResume()
    checkbox.current?.scrollIntoView({ block: 'center' })
    checkbox.current?.focus({ preventScroll: true })
  })

  const send = useOnceKnown(isKnown, () => {
    if (!signedIn) return setAsksLogin(true)
    if (accepted) return onJoin({ kind: 'join', priceId, agreementVersion: offer.agreement_version })
    setMissing(true)
    checkbox.current?.focus()
  })

  function signUp(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send.press()
  }

  return (
    <form method="post" onSubmit={signUp} noValidate>
      <Grid as="ul" gap={6} above="md" below="lg" className={classes.terms}>
        <li>Month-to-month, cancel in your account</li>
        <li>No sign-up fee</li>
        <li>Your spot is held while you pay</li>
        {zone && <li>{renewalText(now, offer.membership_notice_days, zone)}</li>}
      </Grid>
      {signedIn && (
        <Checkbox
          ref={checkbox}
          checked={accepted}
          onChange={({ currentTarget }) => {
            setAccepted(currentTarget.checked)
            setMissing(false)
          }}
          error={missing && 'Please accept the membership agreement.'}
          label={
            <>
              I have read and accept the <a href="#agreement">membership agreement</a>.
            </>
          }
          className={classes.accept ?? ''}
        />
      )}
      <Button type="submit" size="lg" color="stitch.6" fullWidth loading={send.isWaiting}>
        Sign Up Now
      </Button>
      {asksLogin && !signedIn && (
        <div ref={bringIntoView} role="alert" className={classes.login}>
          <p>You must be logged in to sign up for a membership.</p>
          <SignInChoice
            classNames={{ main: classes.loginLink, link: classes.newcomer }}
            onLeave={() => keepResume(resumeOf)}
          />
        </div>
      )}
    </form>
  )
}

const resumeOf = 'membership'

/** On a phone the message would appear below the edge of the screen. */
const bringIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** Shown when nobody can join: why, and how to reach the facility. */
function Closed({ full, facility }: { full: boolean; facility: Facility | undefined }) {
  return (
    <>
      <Heading above="md" below={4} as="p" size="xl">
        {full ? 'All founders spots are taken' : 'Sign-up by card is not available right now'}
      </Heading>
      <Text tone="dim" below="lg">
        {full
          ? 'Leave us your name and we will tell you when one is free.'
          : 'Ask us and we will help you join.'}
        {facility && (
          <>
            {' '}
            Or call <PhoneLink phone={facility.phone} className={classes.phone} />.
          </>
        )}
      </Text>
      <Link to="/contact" className={classes.contact}>
        Contact us
      </Link>
    </>
  )
}
