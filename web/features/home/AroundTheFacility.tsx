import { IconArrowRight, IconClock, IconMapPin, IconParking } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Coach, NextLessonTime } from '../../../shared/contract/lessons/coaches.ts'
import { formatHours, formatHoursLines, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { openState } from '../../../shared/domain/facility/openState.ts'
import { wideWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons/lessons.ts'
import { breakEvenHours, hoursText, membershipTerms } from '../../../shared/domain/memberships/breakEven.ts'
import { formatRate } from '../../../shared/domain/money/money.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { coachesQuery, nextLessonTimesQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { DirectionsLink } from '../../components/DirectionsLink.tsx'
import { Facts } from '../../components/Facts.tsx'
import { OfferTiles, SectionHead } from '../../components/OfferTiles.tsx'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { UploadedPicture } from '../../components/UploadedPicture.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Grid, Heading, markedLink, Row, Text, textLink } from '../../ui/layout.tsx'
import wholeCard from '../../ui/wholeCard.module.css'
import { CampTile, openCamps } from '../camps/MoreCamps.tsx'
import { ClassTile, soonestClasses } from '../classes/MoreClasses.tsx'
import { CoachPortrait, specialtiesOf } from '../coaches/CoachPortrait.tsx'
import classes from './AroundTheFacility.module.css'

/** What goes on here besides cages, who teaches, how to come, and what a membership is worth. A later part of its page. */
export default function AroundTheFacility() {
  const { data: facility } = useQuery(facilityQuery)
  if (!facility || facility.opening_soon) return null
  return (
    <div className={classes.around}>
      <ComingUp facility={facility} />
      <Coaches facility={facility} />
      <Visit facility={facility} />
      <MembershipLine />
    </div>
  )
}

/** Of each kind; where there are fewer of one, the other fills up. */
const shownOfEach = 2

function ComingUp({ facility }: { facility: Facility }) {
  const open = openCamps(useQuery(campsQuery).data ?? [])
  const today = facilityDay(useMinuteClock(), facility.time_zone)
  const all = soonestClasses(useQuery(classesQuery).data ?? [])
  const shownClasses = all.slice(0, Math.max(shownOfEach, 2 * shownOfEach - open.length))
  const camps = open.slice(0, 2 * shownOfEach - Math.min(shownOfEach, shownClasses.length))
  if (camps.length + shownClasses.length === 0) return null
  const links = (
    <>
      <Link to="/camps" className={textLink}>
        All camps
      </Link>
      <Link to="/classes" className={textLink}>
        All classes
      </Link>
    </>
  )
  return (
    <OfferTiles id="coming-up" title="Coming Up" links={links}>
      {camps.map((camp) => (
        <CampTile key={camp.id} camp={camp} about={`Camp · ${camp.age_group}`} />
      ))}
      {shownClasses.map((one) => (
        <ClassTile
          key={one.id}
          trainingClass={one}
          about={['Class', one.age_group].filter(Boolean).join(' · ')}
          day={spokenDay(one.next.class_date, today)}
        />
      ))}
    </OfferTiles>
  )
}

/** So far ahead a next free time is told: 'Ask for a time' beyond. */
const daysAhead = 14

function Coaches({ facility }: { facility: Facility }) {
  const { data: coaches = [] } = useQuery(coachesQuery)
  const { data: times } = useQuery(nextLessonTimesQuery)
  const today = facilityDay(useMinuteClock(), facility.time_zone)
  const next = new Map(times?.map((one) => [one.coach_id, one.next]))
  if (coaches.length === 0) return null
  return (
    <section aria-labelledby="your-coaches">
      <SectionHead id="your-coaches" title="Your Coaches">
        <Link to="/coaches" className={textLink}>
          All coaches
        </Link>
      </SectionHead>
      <Grid as="ul" className={classes.coaches}>
        {coaches.slice(0, 4).map((coach) => (
          <li key={coach.id} className={classes.coach}>
            <CoachPortrait coach={coach} sizes="8rem" className={classes.portrait} />
            <div>
              <Heading as="h3" size="xl" breaks>
                <Link
                  to="/book-coach/$coachId"
                  params={{ coachId: coach.id }}
                  search={{ date: hourOf(next.get(coach.id), today)?.lesson_date }}
                  className={wholeCard.link}
                >
                  {coach.name}
                </Link>
              </Heading>
              <Text tone="dim" size="sm" block>
                {specialtiesOf(coach)}
              </Text>
              <NextOf coach={coach} next={next.get(coach.id)} today={today} />
            </div>
          </li>
        ))}
      </Grid>
    </section>
  )
}

/** The earliest start of a lesson of an hour for which coach and a cage are free. */
function NextOf({
  coach,
  next,
  today,
}: {
  coach: Coach
  next: NextLessonTime | null | undefined
  today: string
}) {
  if (next === undefined) return null
  const hour = hourOf(next, today)
  if (!hour) {
    return (
      <Link
        to="/contact"
        className={`${markedLink} ${classes.ask}`}
        aria-label={`Ask for a time with ${coach.name}`}
      >
        Ask for a time
      </Link>
    )
  }
  return (
    <Text size="sm" above={6}>
      Next free{' '}
      <strong>
        {spokenDay(hour.lesson_date, today)}, {formatWallTime(hour.available_start_time)}
      </strong>
    </Text>
  )
}

/** What is told, and where the coach's page opens: an hour in the days ahead. */
const hourOf = (next: NextLessonTime | null | undefined, today: string) =>
  next && next.lesson_date <= addDays(today, daysAhead) && next.duration_minutes === defaultLessonMinutes
    ? next
    : undefined

function Visit({ facility }: { facility: Facility }) {
  const now = useMinuteClock()
  const { street_address, city, state, postal_code, parking, phone, building } = facility
  return (
    <Row as="section" align="stretch" aria-labelledby="visit" className={classes.visit}>
      <div className={classes.facts}>
        <SectionHead id="visit" title="Visit">
          <Text as="span" size="sm" strong className={classes.open}>
            {openState(now, facility)}
          </Text>
        </SectionHead>
        <Grid as="p" gap="sm" className={classes.fact}>
          <IconClock size={22} aria-hidden />
          <span>
            <strong>Today {formatHours(hoursOf(facilityDay(now, facility.time_zone), facility))}</strong>
            <Text as="span" tone="dim" size="sm" block>
              <Facts>{formatHoursLines(facility.opening_hours).join(' · ')}</Facts>
            </Text>
          </span>
        </Grid>
        <Grid as="p" gap="sm" className={classes.fact}>
          <IconMapPin size={22} aria-hidden />
          <span>
            {street_address}
            <Text as="span" tone="dim" size="sm" block>
              {city}, {state} {postal_code}
            </Text>
          </span>
        </Grid>
        {parking && (
          <Grid as="p" gap="sm" className={classes.fact}>
            <IconParking size={22} aria-hidden />
            <span>{parking}</span>
          </Grid>
        )}
        <Row as="p" gap="sm" align="stretch">
          <DirectionsLink facility={facility} className={classes.way}>
            Open the map
          </DirectionsLink>
          <PhoneLink phone={phone} className={classes.call} />
        </Row>
      </div>
      {building && (
        <UploadedPicture
          {...building}
          widths={wideWidths}
          sizes="(width < 48em) 100vw, 32rem"
          loading="lazy"
          className={classes.building}
        />
      )}
    </Row>
  )
}

/** Computed from what is sold: nothing is promised that does not add up. */
function MembershipLine() {
  const { data: offer } = useQuery(membershipOfferQuery)
  const { data: cages } = useQuery(cagesQuery)
  const terms = offer && cages && membershipTerms(offer, cages)
  if (!terms || terms.monthly === 0) return null
  const hours = breakEvenHours(terms)
  return (
    <Row as="p" apart className={classes.membership}>
      <span>
        <strong>
          {formatRate(terms.monthly)} a month, {terms.cagePercent}% off every cage and class.
        </strong>{' '}
        {hours !== null && `It pays for itself from ${hoursText(hours)} cage hours a month.`}
      </span>
      <Link to="/membership" className={`${markedLink} ${classes.ask}`}>
        See if it fits you
        <IconArrowRight size={18} aria-hidden />
      </Link>
    </Row>
  )
}

/** A day as people say it: 'Today', 'Tomorrow', 'Tue, Nov 24'. */
function spokenDay(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : formatDay(day)
}
