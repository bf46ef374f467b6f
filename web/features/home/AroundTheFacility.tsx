import { IconArrowRight, IconClock, IconMapPin, IconParking } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { Coach, NextLessonTime } from '../../../shared/contract/lessons/coaches.ts'
import { formatHours, formatHoursLines, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { openState } from '../../../shared/domain/facility/openState.ts'
import { wideWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons/lessons.ts'
import { breakEvenHours, hoursText, membershipTerms } from '../../../shared/domain/memberships/breakEven.ts'
import { centsFromDollars, formatRate } from '../../../shared/domain/money/money.ts'
import { campDays } from '../../../shared/domain/programs/camps.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatWallTime, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import { campsQuery } from '../../api/queries/camps.ts'
import { classesQuery } from '../../api/queries/classes.ts'
import { coachesQuery, nextLessonTimesQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { DirectionsLink } from '../../components/DirectionsLink.tsx'
import { Facts } from '../../components/Facts.tsx'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { SpotsLeft } from '../../components/SpotsLeft.tsx'
import { UploadedPicture } from '../../components/UploadedPicture.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Heading, Panel, Row, Stack, Text } from '../../ui/layout.tsx'
import wholeCard from '../../ui/wholeCard.module.css'
import { CampPicture } from '../camps/CampPicture.tsx'
import { campPrice } from '../camps/campRules.ts'
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
  const open = useQuery(campsQuery).data?.filter(({ registration_open }) => registration_open) ?? []
  const today = facilityDay(useMinuteClock(), facility.time_zone)
  const all = (useQuery(classesQuery).data ?? [])
    .flatMap(({ next_session: next, ...one }) => (next ? { ...one, next } : []))
    .sort((a, b) =>
      `${a.next.class_date} ${a.next.start_time}`.localeCompare(`${b.next.class_date} ${b.next.start_time}`),
    )
  const shownClasses = all.slice(0, Math.max(shownOfEach, 2 * shownOfEach - open.length))
  const camps = open.slice(0, 2 * shownOfEach - Math.min(shownOfEach, shownClasses.length))
  if (camps.length + shownClasses.length === 0) return null
  return (
    <section aria-labelledby="coming-up">
      <Head id="coming-up" title="Coming Up">
        <Link to="/camps">All camps</Link>
        <Link to="/classes">All classes</Link>
      </Head>
      <ul className={classes.cards}>
        {camps.map((camp) => (
          <Panel as="li" key={camp.id} className={classes.card}>
            <CampPicture camp={camp} sizes="(width < 48em) 6rem, 18rem" className={classes.picture} />
            <Stack gap={4} shrinks className={classes.words}>
              <Text tone="accent" size="xs" strong>
                <Facts>{`Camp · ${camp.age_group}`}</Facts>
              </Text>
              <Heading as="h3" size="xl" breaks>
                <Link to="/camps/$campId" params={{ campId: camp.id }} className={wholeCard.link}>
                  {camp.name}
                </Link>
              </Heading>
              <Text tone="dim" size="sm" block>
                {campDays(camp)}
              </Text>
              <p className={classes.foot}>
                <SpotsLeft spots={camp.spots_left} />
                <strong>{campPrice(camp.price)}</strong>
              </p>
            </Stack>
          </Panel>
        ))}
        {shownClasses.map((one) => (
          <Panel as="li" key={one.id} className={classes.card}>
            <CoachPortrait
              coach={{
                name: one.coach_profile?.full_name ?? one.name,
                profile_image_url: one.coach_profile?.profile_image_url ?? null,
              }}
              sizes="(width < 48em) 6rem, 18rem"
              className={classes.picture}
            />
            <Stack gap={4} shrinks className={classes.words}>
              <Text tone="accent" size="xs" strong>
                <Facts>{['Class', one.age_group].filter(Boolean).join(' · ')}</Facts>
              </Text>
              <Heading as="h3" size="xl" breaks>
                <Link to="/classes/$classId" params={{ classId: one.id }} className={wholeCard.link}>
                  {one.name}
                </Link>
              </Heading>
              <Text tone="dim" size="sm" block>
                {spokenDay(one.next.class_date, today)}, {formatWallTimeRange(one.next)}
              </Text>
              <p className={classes.foot}>
                <SpotsLeft spots={one.next.spots_left} />
                <strong>{one.price === 0 ? 'Free' : formatRate(centsFromDollars(one.price))}</strong>
              </p>
            </Stack>
          </Panel>
        ))}
      </ul>
    </section>
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
      <Head id="your-coaches" title="Your Coaches">
        <Link to="/coaches">All coaches</Link>
      </Head>
      <ul className={classes.coaches}>
        {coaches.slice(0, 4).map((coach) => (
          <li key={coach.id} className={classes.coach}>
            <CoachPortrait coach={coach} sizes="8rem" className={classes.portrait} />
            <div>
              <Heading as="h3" size="xl" breaks>
                <Link to="/book-coach/$coachId" params={{ coachId: coach.id }} className={wholeCard.link}>
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
      </ul>
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
  if (
    !next ||
    next.lesson_date > addDays(today, daysAhead) ||
    next.duration_minutes !== defaultLessonMinutes
  ) {
    return (
      <Link to="/contact" className={classes.ask} aria-label={`Ask for a time with ${coach.name}`}>
        Ask for a time
      </Link>
    )
  }
  return (
    <Text size="sm" above={6}>
      Next free{' '}
      <strong>
        {spokenDay(next.lesson_date, today)} {formatWallTime(next.available_start_time)}
      </strong>
    </Text>
  )
}

function Visit({ facility }: { facility: Facility }) {
  const now = useMinuteClock()
  const { street_address, city, state, postal_code, parking, phone, building } = facility
  return (
    <section aria-labelledby="visit" className={classes.visit}>
      <div className={classes.facts}>
        <div className={classes.visitHead}>
          <h2 id="visit" className={classes.title}>
            Visit
          </h2>
          <span className={classes.open}>{openState(now, facility)}</span>
        </div>
        <p className={classes.fact}>
          <IconClock size={22} aria-hidden />
          <span>
            <strong>Today {formatHours(hoursOf(facilityDay(now, facility.time_zone), facility))}</strong>
            <Text as="span" tone="dim" size="sm" block>
              <Facts>{formatHoursLines(facility.opening_hours).join(' · ')}</Facts>
            </Text>
          </span>
        </p>
        <p className={classes.fact}>
          <IconMapPin size={22} aria-hidden />
          <span>
            {street_address}
            <Text as="span" tone="dim" size="sm" block>
              {city}, {state} {postal_code}
            </Text>
          </span>
        </p>
        {parking && (
          <p className={classes.fact}>
            <IconParking size={22} aria-hidden />
            <span>{parking}</span>
          </p>
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
    </section>
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
    <p className={classes.membership}>
      <span>
        <strong>
          {formatRate(terms.monthly)} a month, {terms.cagePercent}% off every cage and class.
        </strong>{' '}
        {hours !== null && `It pays for itself from ${hoursText(hours)} cage hours a month.`}
      </span>
      <Link to="/membership" className={classes.ask}>
        See if it fits you
        <IconArrowRight size={18} aria-hidden />
      </Link>
    </p>
  )
}

function Head({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className={classes.head}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <span className={classes.links}>{children}</span>
    </div>
  )
}

/** A day as people say it: 'Today', 'Tomorrow', 'Tue Nov 24'. */
function spokenDay(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : formatDay(day)
}
