import { IconBallBaseball, IconCalendarRepeat, IconDiscount2 } from '@tabler/icons-react'
import type { MembershipOffer } from '../../../shared/contract/memberships.ts'
import { daysNotice, reservationsTerm } from '../../../shared/domain/memberships.ts'
import classes from './MembershipTerms.module.css'

/** The limit on reservations, if there is one. */
const limitOf = (offer: MembershipOffer | undefined): string =>
  offer && offer.member_reservation_limit !== null
    ? ` ${reservationsTerm(offer.member_reservation_limit)}`
    : ''

function cancelingOf(offer: MembershipOffer | undefined): string {
  const days = offer?.membership_notice_days ?? 0
  if (days === 0) return 'Cancel in your account whenever you like.'
  return `Cancel in your account with ${daysNotice(days)} before the next billing date.`
}

/** Why people join: three reasons (spec 2 §2). */
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
      <h2 id="benefits" className={classes.heading}>
        What members get
      </h2>
      <ul className={classes.list}>
        {benefits.map(({ Icon, title, text }) => (
          <li key={title} className={classes.benefit}>
            <Icon size={40} stroke={1.5} className={classes.icon} aria-hidden />
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
