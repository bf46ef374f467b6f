import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { dayParts, formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { Text } from '../../../../ui/layout.tsx'
import { useRovingFocus } from '../../../../ui/useRovingFocus.ts'
import { nearestStop, stop } from '../nearestStop.ts'
import { countOf } from '../WeekView.tsx'
import classes from './Overview.module.css'
import { closedText, heatOf, programText, sumOf } from './overview.ts'
import type { OverviewProps } from './WeekOverview.tsx'

/** Programs of a day that are named. */
const mostPrograms = 2

/** '$410 paid', '$60 due'; nothing of what is nothing. */
const moneyOf = ({ paid, due }: { readonly paid: number; readonly due: number }): string[] =>
  [
    paid > 0 && `${formatRate(centsFromDollars(paid))} paid`,
    due > 0 && `${formatRate(centsFromDollars(due))} due`,
  ].filter((text) => text !== false)

/** How full each day of the month is, and what it brings. */
export function MonthOverview({
  days,
  date,
  facility,
  now,
}: Omit<OverviewProps, 'tasks'> & { date: string }) {
  const frame = useRef<HTMLElement>(null)
  const today = facilityDay(now, facility.time_zone)
  return (
    <section
      ref={frame}
      aria-label="Month"
      data-own-keys
      className={classes.month}
      {...useRovingFocus(frame, { next: nearestStop })}
    >
      {days.slice(0, 7).map((day) => (
        <Text as="span" tone="dim" size="2xs" strong key={day.date} className={classes.weekday} aria-hidden>
          {dayParts(day.date).weekday}
        </Text>
      ))}
      {days.map((day) => {
        const { booked, cages } = sumOf(day.slots)
        const share = cages === 0 ? '' : `${Math.round((booked / cages) * 100)}% full`
        const isOutside = day.date.slice(0, 7) !== date.slice(0, 7)
        return (
          <Link
            key={day.date}
            {...stop(day.date)}
            from="/admin/schedule"
            search={(before) => ({ ...before, view: undefined, date: day.date })}
            activeOptions={{ exact: true, includeSearch: true }}
            className={classes.monthDay}
            data-outside={isOutside || undefined}
            data-today={day.date === today || undefined}
            aria-current={day.date === today ? 'date' : undefined}
            aria-label={[formatDay(day.date, 'long'), countOf(day.booked), share, ...moneyOf(day)]
              .filter(Boolean)
              .join(', ')}
          >
            <strong>{dayParts(day.date).date}</strong>
            {cages === 0 ? (
              <span>{closedText(day.date, facility)}</span>
            ) : (
              <span className={classes.full} data-heat={heatOf(booked, cages)}>
                {day.booked} booked · {share.slice(0, -5)}
              </span>
            )}
            {moneyOf(day).map((text) => (
              <span key={text}>{text}</span>
            ))}
            {day.programs.slice(0, mostPrograms).map((program) => (
              <span
                key={`${program.id} ${program.start_time}`}
                className={classes.stripe}
                data-kind={program.kind}
              >
                {programText(program)}
              </span>
            ))}
            {day.programs.length > mostPrograms && <span>+{day.programs.length - mostPrograms} more</span>}
          </Link>
        )
      })}
    </section>
  )
}
