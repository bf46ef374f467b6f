import { useQuery } from '@tanstack/react-query'
import { cageFees, coachFee, lessonDurations } from '../../../shared/domain/lessons/lessons.ts'
import { formatRate } from '../../../shared/domain/money/money.ts'
import type { CageRates } from '../../../shared/domain/money/pricing.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { useShownAtOnce } from '../../ui/useShownAtOnce.ts'

type Minutes = (typeof lessonDurations)[number]

interface DurationsProps {
  /** Dollars per hour. */
  hourlyRate: number
  minutes: Minutes
  onPick: (minutes: Minutes) => void
}

/** 30, 60 or 90 minutes, each with what the lesson costs in all, coach and cage. */
export function Durations({ hourlyRate, minutes, onPick }: DurationsProps) {
  const { data: cages } = useQuery(cagesQuery)
  const [shown, show] = useShownAtOnce(minutes)
  return (
    <RadioTiles
      legend="Duration"
      name="duration"
      tiles={lessonDurations.map((choice) => ({
        value: choice,
        title: `${choice} min`,
        ...lessonPriceTexts(hourlyRate, cages, choice),
      }))}
      value={shown}
      onPick={(choice) => {
        show(choice)
        onPick(choice)
      }}
    />
  )
}

/**
 * What a lesson costs before its time, and so its cage, is chosen; 'from' where the cages' prices differ. While the
 * cages are unknown only the coach's part is told.
 *
 * @param hourlyRate dollars
 */
export function lessonPriceTexts(
  hourlyRate: number,
  cages: readonly CageRates[] | undefined,
  minutes: number,
): { note: string; detail: string } {
  const coach = coachFee(hourlyRate, minutes)
  const cage = cageFees(cages ?? [], minutes)
  if (!cage) return { note: `${formatRate(coach)} coach`, detail: '+ cage fee' }
  const from = cage.least < cage.most ? 'from ' : ''
  return {
    note: `${from}${formatRate(coach + cage.least)}`,
    detail: `${formatRate(coach)} coach + ${from}${formatRate(cage.least)} cage`,
  }
}
