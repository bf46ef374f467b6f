import { Container, Title } from '@mantine/core'
import { IconArrowRight, IconBallBaseball, IconTargetArrow, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useKnownRoute } from '../../../ui/useKnownRoute.ts'
import wholeCard from '../../../ui/wholeCard.module.css'
import classes from './FeatureCards.module.css'

interface Feature {
  to: string
  title: string
  text: string
  action: string
  Icon: typeof IconBallBaseball
}

const features: Feature[] = [
  {
    to: '/book-cage',
    title: 'Batting Cages',
    text: 'See what is free today, pick your cage and your half hours, and pay when you arrive.',
    action: 'Book a cage',
    Icon: IconBallBaseball,
  },
  {
    to: '/coaches',
    title: 'Private Lessons',
    text: 'One player, one coach, one cage: lessons of 30, 60 or 90 minutes, for every age.',
    action: 'Meet the coaches',
    Icon: IconTargetArrow,
  },
  {
    to: '/classes',
    title: 'Classes',
    text: 'Train with others, week after week, in small groups led by our coaches.',
    action: 'See the classes',
    Icon: IconUsersGroup,
  },
]

/** What the facility offers. A card is a link once its page exists. */
export function FeatureCards() {
  const exists = useKnownRoute()
  return (
    <Container component="section" className={classes.section} aria-labelledby="features">
      <Title order={2} id="features">
        Get your swings in
      </Title>
      <ul className={classes.cards}>
        {features.map((feature) => (
          <li key={feature.to} className={classes.card}>
            <feature.Icon size={40} stroke={1.5} className={classes.icon} aria-hidden />
            <Title order={3}>{feature.title}</Title>
            <p className={classes.text}>{feature.text}</p>
            {exists(feature.to) && (
              <Link to={feature.to} className={`${wholeCard.link} ${classes.link}`}>
                {feature.action}
                <IconArrowRight size={20} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Container>
  )
}
