import { IconBallBaseball, IconCalendarRepeat, IconDiscount2 } from '@tabler/icons-react'
import type { MembershipOffer } from '../../../shared/contract/memberships.ts'
import classes from './Benefits.module.css'

/** Why people join: three reasons (spec 2 §2). */
export function Benefits({ offer }: { offer: MembershipOffer | undefined }) {
  const benefits = [
    {
      Icon: IconBallBaseball,
      title: 'Unlimited cage time',
      text: 'Hit every day we are open, subject to availability, with one active reservation at a time.',
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
      text: "Month-to-month and without a sign-up fee. Cancel in your account with 7 days' notice before the next billing date.",
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
