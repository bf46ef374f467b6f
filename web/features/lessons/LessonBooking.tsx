import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { CoachProfile, LessonSlot } from '../../../shared/contract/lessons/coaches.ts'
import { defaultLessonMinutes } from '../../../shared/domain/lessons/lessons.ts'
import { useLiveCoach } from '../../api/livePages.ts'
import { availabilityQuery, coachQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { bookableRange, otherDayText, useShownDay } from '../../components/dayChoices.ts'
import { TimeChoice } from '../../components/TimeChoice.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Later, Preloaded, useWhenIdle } from '../../ui/preloadable.tsx'
import { useStepFocus } from '../../ui/useStepFocus.ts'
import { Durations } from './Durations.tsx'
import classes from './LessonBooking.module.css'
import { lessonCalendar, lessonPurchase } from './lessonParts.ts'
import type { LessonProblem } from './lessonProblem.ts'
import type { LessonSearch } from './lessonSearch.ts'
import { useNextLessonDay } from './useLessonDays.ts'

const route = getRouteApi('/_site/book-coach/$coachId')

/** Duration, day, start time, summary, booking (spec 1 §4). A part of its page that is hydrated later, so without props. */
export default function LessonBooking() {
  const { data: coach } = useQuery(coachQuery(route.useParams().coachId))
  const { data: facility } = useQuery(facilityQuery)
  return coach && facility && <Steps coach={coach} facility={facility} />
}

function Steps({ coach, facility }: { coach: CoachProfile; facility: Facility }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const now = useMinuteClock()
  const minutes = search.duration ?? defaultLessonMinutes
  const day = useShownDay(search.date, now, facility)
  const time = search.date === day ? search.time : undefined

  const slots = useQuery(availabilityQuery(coach.id, day, minutes))
  const next = useNextLessonDay(coach.id, day, minutes, slots.data)
  useLiveCoach(coach.id, day)
  const slot = useLastSlot(
    slots.data?.find(({ available_start_time }) => available_start_time === time),
    time,
  )
  const purchase = useLessonPurchase(time !== undefined)
  const [outcome, setOutcome] = useState<LessonProblem | null>(null)
  const [isPaying, setPaying] = useState(false)

  const [asked] = useState({ date: search.date, day })
  const other = day === asked.day ? otherDayText(asked.date, day, bookableRange(now, facility)) : null
  const [notice, setNotice] = useState<{ day: string; sentence: string } | null>(null)
  if (notice && notice.day !== day) setNotice(null)
  const go = (to: LessonSearch, replace = false) => {
    setNotice(null)
    void navigate({
      to: '/book-coach/$coachId',
      params: { coachId: coach.id },
      search: { duration: search.duration, date: day, time: undefined, ...to },
      replace,
      resetScroll: false,
    })
  }
  // The address gets the day that is shown in place of one that cannot be.
  const corrected = search.date !== undefined && search.date !== day
  useEffect(() => {
    if (corrected) go({}, true)
  })

  const backToTimes = () => go({}, true)

  const sayTimeGone = (sentence: string) => {
    backToTimes()
    setNotice({ day, sentence })
  }
  const isWaiting = time && (slot ? !purchase.isThere : slots.isPending)
  const step = isWaiting ? 'loading' : time && slot ? 'summary' : 'choice'
  const panel = useStepFocus(step, outcome !== null || isPaying)
  return (
    <section ref={panel} className={classes.panel} aria-label={`Book a lesson with ${coach.name}`}>
      {step === 'loading' && <Skeleton height="26rem" />}
      {purchase.isNeeded && purchase.isThere && (
        <Preloaded
          part={lessonPurchase}
          props={{
            ...{ coach, facility, day, minutes, time, slot, outcome },
            isFree: slots.data?.some(({ available_start_time }) => available_start_time === time),
            onOutcome: setOutcome,
            onPaying: setPaying,
            onBack: backToTimes,
            onTimeGone: sayTimeGone,
          }}
        />
      )}
      {step === 'choice' && (
        <TimeChoice
          title="Start Times"
          day={day}
          calendar={<Later part={lessonCalendar} />}
          times={slots}
          next={next}
          notice={notice?.sentence ?? other}
          onDay={(date) => go({ date })}
          onTime={(start) => go({ date: day, time: start })}
        >
          <Durations
            hourlyRate={coach.hourly_rate}
            minutes={minutes}
            onPick={(duration) => go({ duration: duration === defaultLessonMinutes ? undefined : duration })}
          />
        </TimeChoice>
      )}
    </section>
  )
}

/**
 * Whether the way from a chosen time to the booking is needed, and downloaded: when the browser is idle, or with the first
 * time that is chosen. Then it stays: it holds what was typed.
 */
function useLessonPurchase(isChosen: boolean): { isNeeded: boolean; isThere: boolean } {
  const [isNeeded, setNeeded] = useState(isChosen)
  if (isChosen && !isNeeded) setNeeded(true)
  const [isThere, setThere] = useState(() => lessonPurchase.loaded() !== null)
  const download = useEffectEvent(() => void lessonPurchase.preload().then(() => setThere(true)))
  useWhenIdle(download)
  useEffect(() => {
    if (isNeeded && !isThere) download()
  }, [isNeeded, isThere])
  return { isNeeded, isThere }
}

/** The slot of the chosen time, and its last known prices while an answer is awaited that may have taken it. */
function useLastSlot(slot: LessonSlot | undefined, time: string | undefined): LessonSlot | undefined {
  const [last, setLast] = useState(slot)
  if (slot && slot !== last) setLast(slot)
  return slot ?? (last?.available_start_time === time ? last : undefined)
}
