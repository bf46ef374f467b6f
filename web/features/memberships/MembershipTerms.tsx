import { IconBallBaseball, IconCalendarRepeat, IconChevronDown, IconDiscount2 } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { AgreementSection, MembershipOffer } from '../../../shared/contract/memberships/memberships.ts'
import { daysNotice, reservationsTerm } from '../../../shared/domain/memberships/memberships.ts'
import { Grid, Heading, Panel, Row, Text } from '../../ui/layout.tsx'
import classes from './MembershipPage.module.css'

/** The sentence on the limit of reservations, if there is one. */
const limitOf = (offer: MembershipOffer | undefined): string =>
  offer && offer.member_reservation_limit !== null
    ? ` ${reservationsTerm(offer.member_reservation_limit)}`
    : ''

function cancelingOf(offer: MembershipOffer | undefined): string {
  const days = offer?.membership_notice_days ?? 0
  if (days === 0) return 'Cancel in your account whenever you like.'
  return `Cancel in your account with ${daysNotice(days)} before the next billing date.`
}

/** What members get, in three points (spec 2 §2). */
export function Benefits({ offer }: { offer: MembershipOffer | undefined }) {
  const benefits = [
    {
      Icon: IconBallBaseball,
      title: 'Unlimited cage time',
      text: `As many bookings as you like on every day we are open, subject to availability, at the members' price.${limitOf(offer)}`,
    },
    {
      Icon: IconDiscount2,
      title: "Members' prices",
      text: offer
        ? `${offer.member_cage_discount_percent}% off cage bookings and ${offer.member_class_discount_percent}% off classes, taken off automatically.`
        : 'Less for cage bookings and classes, taken off automatically.',
    },
    {
      Icon: IconCalendarRepeat,
      title: 'No strings',
      text: `Month-to-month and without a sign-up fee. ${cancelingOf(offer)}`,
    },
  ]
  return (
    <section aria-labelledby="benefits">
      <Heading below="lg" size="part" id="benefits">
        What Members Get
      </Heading>
      <Grid as="ul" className={classes.list}>
        {benefits.map(({ Icon, title, text }) => (
          <Panel as="li" padded key={title} className={classes.benefit}>
            <Icon size={40} stroke={1.5} className={classes.icon} aria-hidden />
            <Heading as="h3" size="xl">
              {title}
            </Heading>
            <Text tone="dim">{text}</Text>
          </Panel>
        ))}
      </Grid>
    </section>
  )
}

/** The full agreement, closed at first; a link to it opens it (spec 2 §2). */
export function Agreement({ sections }: { sections: readonly AgreementSection[] }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const openForHash = () => {
      if (location.hash === '#agreement' && details.current) details.current.open = true
    }
    openForHash()
    // A second press on the link changes no hash, so presses are listened to.
    const openForLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href$="#agreement"]') && details.current)
        details.current.open = true
    }
    document.addEventListener('click', openForLink)
    return () => document.removeEventListener('click', openForLink)
  }, [])
  return (
    <Panel ref={details} id="agreement" as="details" className={classes.agreement}>
      <Row as="summary" gap="md" apart nowrap className={classes.summary}>
        <Heading size="lg">Full Membership Agreement</Heading>
        <IconChevronDown className={classes.chevron} aria-hidden />
      </Row>
      <Grid gap="lg" className={classes.sections}>
        {sections.map(({ title, text }) => (
          <section key={title}>
            <Text as="h3" size="lg" below={4}>
              {title}
            </Text>
            <Text tone="dim" lines>
              {text}
            </Text>
          </section>
        ))}
      </Grid>
    </Panel>
  )
}
