import { Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CoachProfile, LessonSlot } from '../../../shared/contract/coaches.ts'
import type { Facility } from '../../../shared/contract/facility.ts'
import { coachFee, defaultLessonMinutes, lessonDurations } from '../../../shared/domain/lessons.ts'
import { formatRate } from '../../../shared/domain/money.ts'
import { formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { useLiveCoach } from '../../api/livePages.ts'
import { availabilityQuery } from '../../api/queries/coaches.ts'
import { bookableRange, shownDay } from '../../components/dayChoices.ts'
import { focusField } from '../../components/focusField.ts'
import { useOnePerson } from '../../components/participants/useOnePerson.ts'
import { TimeChoice } from '../../components/TimeChoice.tsx'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { useStepFocus } from '../../ui/useStepFocus.ts'
import { useReleasing } from '../payments/useReleasing.ts'
import { emptyGuest, type GuestValues, guestProblems } from './guestRules.ts'
import classes from './LessonBooking.module.css'
import { LessonResult } from './LessonResult.tsx'
import { LessonSummary } from './LessonSummary.tsx'
import type { LessonSearch } from './lessonSearch.ts'
import { useCardLesson, useLessonBooking } from './useLessonBooking.ts'
import { useNextLessonDay } from './useNextLessonDay.ts'

interface LessonBookingProps {
  coach: CoachProfile
  facility: Facility
  search: LessonSearch
}

/** Duration, day, start time, summary, booking: the coach page's flow (spec 1 §4). */
export function LessonBooking({ coach, facility, search }: LessonBookingProps) {
  const navigate = useNavigate()
  const now = useMinuteClock()
  // The evening's change to tomorrow must not take a day away that someone is looking at.
  const [opened] = useState(() => shownDay(undefined, now, facility))
  const minutes = search.duration ?? defaultLessonMinutes
  const day = shownDay(search.date ?? opened, now, facility)
  const time = search.date === day ? search.time : undefined

  const slots = useQuery(availabilityQuery(coach.id, day, minutes))
  const next = useNextLessonDay(coach.id, day, minutes, slots.data)
  useLiveCoach(coach.id, day)
  const slot = useLastSlot(
    slots.data?.find(({ available_start_time }) => available_start_time === time),
    time,
  )
  const booking = useLessonBooking(coach.id, day)
  const who = useOnePerson()
  const forWhom = who.person?.isSelf === false ? who.person.name : undefined
  const guest = useForm<GuestValues>({
    initialValues: emptyGuest,
    validate: guestProblems,
    validateInputOnBlur: true,
  })

  const [notice, setNotice] = useState<string | null>(null)
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
    setNotice(sentence)
  }
  const sayPhone = (sentence: string) => {
    guest.setFieldError('phone', sentence)
    focusField(guest, 'phone')
  }
  const checkout = useCardLesson(coach.id, day, {
    forWhom,
    onTaken: backToTimes,
    onTimeGone: sayTimeGone,
    onPhone: sayPhone,
  })

  const releasing = useReleasing()
  const free = slots.data?.some(({ available_start_time }) => available_start_time === time)
  const lost = time !== undefined && free === false && !booking.holdsTime && !checkout.isOpen && !releasing
  useEffect(() => {
    if (!lost) return
    sayTimeGone(`${formatWallTime(time)} is no longer available. Please choose another time.`)
  })

  const step = time && slot ? 'summary' : time && slots.isPending ? 'loading' : 'choice'
  const panel = useStepFocus(step, booking.outcome !== null || checkout.isOpen)
  return (
    <section ref={panel} className={classes.panel} aria-label={`Book a lesson with ${coach.name}`}>
      {step === 'loading' && <Skeleton height="26rem" radius="md" />}
      {time && slot && (
        <LessonSummary
          lesson={{ coach, day, time, minutes, slot, zone: facility.time_zone }}
          guest={guest}
          who={who}
          isPending={booking.isPending}
          isOpening={checkout.isOpening}
          onBook={async (request) => {
            const ended = await booking.book(request)
            if (ended?.kind === 'confirmed' || (ended?.kind === 'failed' && ended.problem.timeGone)) {
              backToTimes()
            } else if (ended?.kind === 'failed' && ended.problem.phone) sayPhone(ended.problem.phone)
          }}
          onPay={facility.card_payment_for_lessons ? checkout.pay : null}
          onBack={backToTimes}
        />
      )}
      {step === 'choice' && (
        <TimeChoice
          title="Start times"
          day={day}
          range={bookableRange(now, facility)}
          facility={facility}
          times={slots}
          next={next}
          notice={notice}
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
      <LessonResult outcome={booking.outcome} coach={coach} people={who.people} onClose={booking.forget} />
      {checkout.dialog}
    </section>
  )
}

interface DurationsProps {
  /** Dollars per hour. */
  hourlyRate: number
  minutes: (typeof lessonDurations)[number]
  onPick: (minutes: (typeof lessonDurations)[number]) => void
}

/** 30, 60 or 90 minutes, each with the coach's part of the price. */
function Durations({ hourlyRate, minutes, onPick }: DurationsProps) {
  return (
    <RadioTiles
      legend="Duration"
      name="duration"
      tiles={lessonDurations.map((choice) => ({
        value: choice,
        title: `${choice} min`,
        note: formatRate(coachFee(hourlyRate, choice)),
      }))}
      value={minutes}
      onPick={onPick}
    />
  )
}

/** The slot of the chosen time, and its last known prices while an answer is awaited that may have taken it. */
function useLastSlot(slot: LessonSlot | undefined, time: string | undefined): LessonSlot | undefined {
  const [last, setLast] = useState(slot)
  if (slot && slot !== last) setLast(slot)
  return slot ?? (last?.available_start_time === time ? last : undefined)
}
