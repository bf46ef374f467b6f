import { VisuallyHidden } from '@mantine/core'
import type { CampCoach, CampDetail, CampTimeslot } from '../../../shared/contract/programs/camps.ts'
import { campDays, campLevelNames } from '../../../shared/domain/programs/camps.ts'
import { dayParts, formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { SpotsLeft } from '../../components/SpotsLeft.tsx'
import { Grid, Heading, Panel, Row, Text } from '../../ui/layout.tsx'
import { CoachPortrait, specialtiesOf } from '../coaches/CoachPortrait.tsx'
import classes from './CampPage.module.css'

/** What decides whether a camp suits: spots, text, ages, level, days, and each session (spec 2 §2). */
export function CampHead({ camp, city }: { camp: CampDetail; city: string }) {
  const hours = new Set(camp.camp_timeslots.map(formatWallTimeRange))
  const facts = [
    ['Ages', camp.age_group],
    ['Level', camp.level && campLevelNames[camp.level]],
    ['Dates', campDays(camp)],
    ['Each day', hours.size === 1 ? [...hours][0] : null],
  ] as const
  return (
    <Grid as="header" shrinks className={classes.head}>
      {camp.registration_open && (
        <p className={classes.state}>
          <SpotsLeft spots={camp.spots_left} />
        </p>
      )}
      <h1 className={classes.title}>{camp.name}</h1>
      <Text size="xl" breaks lines>
        {camp.description?.trim() || 'No description available'}
      </Text>
      <Row as="dl" align="stretch" className={classes.facts}>
        {facts.map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </Row>
      {camp.camp_timeslots.length > 0 && <Sessions slots={camp.camp_timeslots} city={city} />}
    </Grid>
  )
}

/** Key features, what to bring and the coaches of a camp (spec 2 §2). */
export function CampDescription({ camp }: { camp: CampDetail }) {
  return (
    <Grid shrinks className={classes.description}>
      {camp.bullet_points.length > 0 && (
        <section aria-labelledby="key-features">
          <Heading below="sm" size="2xl" id="key-features">
            Key Features
          </Heading>
          <ul className={classes.features}>
            {camp.bullet_points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      )}
      {camp.what_to_bring && (
        <section aria-labelledby="what-to-bring">
          <Heading below="sm" size="2xl" id="what-to-bring">
            What to Bring
          </Heading>
          <Text size="lg" breaks lines>
            {camp.what_to_bring}
          </Text>
        </section>
      )}
      {camp.camp_coaches.length > 0 && <Coaches coaches={camp.camp_coaches.map(({ coach }) => coach)} />}
    </Grid>
  )
}

/** The sessions by day, on the facility's clock in every browser's zone. */
function Sessions({ slots, city }: { slots: readonly CampTimeslot[]; city: string }) {
  const days = Object.entries(Object.groupBy(slots, ({ date }) => date))
  return (
    <section aria-labelledby="camp-sessions">
      <Heading below="sm" size="2xl" id="camp-sessions">
        Sessions
      </Heading>
      <Grid as="ul" gap="sm" className={classes.days}>
        {days.map(([day, sessions = []]) => (
          <Panel as="li" small key={day} className={classes.day}>
            <Tile day={day} />
            <VisuallyHidden>{formatDay(day, 'long')}: </VisuallyHidden>
            <Grid as="span" gap={2} className={classes.times}>
              {sessions.map(({ id, start_time, end_time }) => (
                <span key={id}>{formatWallTimeRange({ start_time, end_time })}</span>
              ))}
            </Grid>
          </Panel>
        ))}
      </Grid>
      <Text tone="dim" size="md" above="xs">
        All times are local to {city}.
      </Text>
    </section>
  )
}

function Tile({ day }: { day: string }) {
  const { weekday, month, date } = dayParts(day)
  return (
    <span className={classes.tile} aria-hidden>
      <span className={classes.weekday}>{weekday}</span>
      <span className={classes.date}>{date}</span>
      <span className={classes.month}>{month}</span>
    </span>
  )
}

/** Who leads the camp: image, name, specialties (spec 2 §2). */
function Coaches({ coaches }: { coaches: readonly CampCoach[] }) {
  return (
    <section aria-labelledby="camp-coaches">
      <Heading below="sm" size="2xl" id="camp-coaches">
        Coaches
      </Heading>
      <Grid as="ul">
        {coaches.map((coach) => (
          <Grid as="li" key={coach.id} className={classes.coach}>
            <CoachPortrait coach={coach} className={classes.portrait} sizes="8rem" />
            <Text as="div" breaks shrinks>
              <Heading as="h3" size="lg" className={classes.name}>
                {coach.name}
              </Heading>
              <Text tone="accent" strong above={2} below="xs">
                {specialtiesOf(coach)}
              </Text>
              {coach.bio && <Text tone="dim">{coach.bio}</Text>}
            </Text>
          </Grid>
        ))}
      </Grid>
    </section>
  )
}
