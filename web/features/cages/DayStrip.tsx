import { useEffect, useRef } from 'react'
import type { StripDay } from '../../../shared/domain/calendar.ts'
import { type DayRange, isInRange } from '../../components/dayChoices.ts'
import classes from './DayStrip.module.css'
import { DayTile } from './DayTile.tsx'

/** A row of days; where they do not fit, it scrolls to the chosen one. */
export function DayStrip({ days, day, range }: { days: readonly StripDay[]; day: string; range: DayRange }) {
  const list = useRef<HTMLOListElement>(null)
  const first = days[0]?.day

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the day or the strip changes
  useEffect(() => {
    const tile = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !tile) return
    list.current.scrollLeft = tile.offsetLeft - (list.current.clientWidth - tile.offsetWidth) / 2
  }, [day, first])

  return (
    <ol ref={list} className={classes.strip}>
      {days.map((candidate) => (
        <li key={candidate.day} className={classes.item}>
          <DayTile
            {...candidate}
            chosen={candidate.day === day}
            today={candidate.day === range.first}
            bookable={isInRange(candidate.day, range)}
          />
        </li>
      ))}
    </ol>
  )
}
