import { Button, Title } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { IconArrowRight, IconBallBaseball, IconTargetArrow, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Block } from '../../../shared/domain/facility/plainText.ts'
import { openTimesQuery } from '../../api/queries/cages.ts'
import { facilityQuery, publicTextQuery } from '../../api/queries/facility.ts'
import { DirectionsLink } from '../../components/DirectionsLink.tsx'
import { Grid, markedLink, Panel, Row, Text } from '../../ui/layout.tsx'
import wholeCard from '../../ui/wholeCard.module.css'
import { HeroCarousel } from './HeroCarousel.tsx'
import classes from './HomePage.module.css'
import { UpcomingSessions } from './UpcomingSessions.tsx'

interface HomePageProps {
  backOffice: string | undefined
  board: ReactNode
  children?: ReactNode
}

/**
 * `/` (spec 1 §2.3). Shown at once; what comes from the server appears in the space kept for it.
 *
 * @param props.backOffice the address in the back office that a visitor has asked for (decision 34).
 * @param props.board lies over the hero's lower edge.
 * @param props.children what stands below the features.
 */
export function HomePage({ backOffice, board, children }: HomePageProps) {
  const { data: facility } = useQuery(facilityQuery)
  return (
    <>
      {backOffice && (
        <Row role="status" className={classes.notice}>
          Log in to open the back office.
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/auth" search={{ mode: 'login', redirect: backOffice }} />
            )}
            color="stitch.6"
          >
            Log In
          </Button>
        </Row>
      )}
      <Hero facility={facility} />
      {board}
      {facility && <UpcomingSessions timeZone={facility.time_zone} />}
      <FeatureCards />
      {children}
    </>
  )
}

/** The first screen: pictures, what the facility announces, its rates, and the ways on (spec 1 §2.3). */
function Hero({ facility }: { facility: Facility | undefined }) {
  const hover = useHover<HTMLDivElement>()
  const focus = useFocusWithin<HTMLDivElement>()
  const root = useMergedRef(hover.ref, focus.ref)
  const { data: open } = useQuery(openTimesQuery)
  const next = open?.next_free?.date
  return (
    <div ref={root} className={classes.hero}>
      <HeroCarousel held={hover.hovered || focus.focused} pictures={facility?.carousel_pictures} />
      <div className={classes.words}>
        {facility && (
          <>
            <p className={classes.place}>
              {facility.city}, {facility.state}
            </p>
            <Title order={1} className={classes.announcement}>
              {facility.announcement}
            </Title>
            <p className={classes.rates}>{facility.rate_line}</p>
          </>
        )}
        <Row above="sm" gap="sm" align="stretch" className={classes.buttons}>
          <Button
            // A day that is over leads on to the next with something free.
            renderRoot={(props) => (
              <Link {...props} to="/book-cage" search={next === open?.days[0]?.date ? {} : { date: next }} />
            )}
            size="lg"
            color="stitch.6"
          >
            BOOK YOUR CAGE
          </Button>
          <Button component={Link} to="/coaches" size="lg" variant="white" color="navy.8">
            SCHEDULE TRAINING
          </Button>
          {facility && (
            <Button
              renderRoot={(props) => <DirectionsLink {...props} facility={facility} />}
              size="lg"
              className={classes.directions}
            >
              DIRECTIONS
            </Button>
          )}
        </Row>
      </div>
    </div>
  )
}

const icons: Record<string, typeof IconBallBaseball> = {
  '/coaches': IconTargetArrow,
  '/classes': IconUsersGroup,
}

/** What the paragraphs say. */
const wordsOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => ('pieces' in block ? block.pieces.map(({ text }) => text).join('') : []))
    .join(' ')

/** What the facility offers, in its owner's words. */
function FeatureCards() {
  const sections = useQuery(publicTextQuery('home-cards')).data?.sections ?? []
  const cards = sections.filter(({ title }) => title)
  return (
    <section className={classes.features} aria-labelledby="features">
      <Title order={2} id="features">
        {sections[0]?.title === '' && wordsOf(sections[0].blocks)}
      </Title>
      <Grid as="ul" gap="lg" above="lg" className={classes.cards}>
        {cards.map(({ title, blocks }) => {
          const link = blocks
            .flatMap((block) => ('entries' in block ? block.entries.flat() : []))
            .find(({ href }) => href)
          const Icon = icons[link?.href ?? ''] ?? IconBallBaseball
          return (
            <Panel as="li" gap="xs" key={title} className={classes.card}>
              <Icon size={40} stroke={1.5} className={classes.icon} aria-hidden />
              <Title order={3}>{title}</Title>
              <Text tone="dim" grow>
                {wordsOf(blocks)}
              </Text>
              <Link to={link?.href ?? '/'} className={`${wholeCard.link} ${markedLink}`}>
                {link?.text}
                <IconArrowRight size={20} aria-hidden />
              </Link>
            </Panel>
          )
        })}
      </Grid>
    </section>
  )
}
