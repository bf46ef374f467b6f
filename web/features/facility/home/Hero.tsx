import { Button, Text, Title } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { Facility } from '../../../../shared/contract/facility.ts'
import { DirectionsLink } from '../../../components/DirectionsLink.tsx'
import { useKnownRoute } from '../../../ui/useKnownRoute.ts'
import classes from './Hero.module.css'
import { HeroCarousel } from './HeroCarousel.tsx'

/** The first screen: pictures, what the facility announces, its rates, and the ways on (spec 1 §2.3). */
export function Hero({ facility }: { facility: Facility | undefined }) {
  const exists = useKnownRoute()
  const hover = useHover<HTMLDivElement>()
  const focus = useFocusWithin<HTMLDivElement>()
  const root = useMergedRef(hover.ref, focus.ref)
  return (
    <div ref={root} className={classes.hero}>
      <HeroCarousel held={hover.hovered || focus.focused} />
      <div className={classes.words}>
        {facility && (
          <>
            <Text className={classes.place}>
              {facility.city}, {facility.state}
            </Text>
            <Title order={1} className={classes.announcement}>
              {facility.announcement}
            </Title>
            <Text className={classes.rates}>{facility.rate_line}</Text>
          </>
        )}
        <div className={classes.buttons}>
          <Button component={Link} to="/book-cage" size="lg" color="stitch.6">
            BOOK YOUR CAGE
          </Button>
          {exists('/coaches') && (
            <Button component={Link} to={'/coaches' as string} size="lg" variant="white" color="navy.8">
              SCHEDULE TRAINING
            </Button>
          )}
          {facility && (
            <Button
              renderRoot={(props) => <DirectionsLink {...props} facility={facility} />}
              size="lg"
              className={classes.directions}
            >
              DIRECTIONS
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
