import type { ClassSchedule } from '../../../../shared/contract/programs/classes.ts'
import { formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'

const lastMinute = 23 * 60 + 30

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeAt = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Each half hour of a day but its last, and a start between them that the class has already. */
export function startChoices(own: string) {
  const times = new Set([own])
  for (let minute = 0; minute < lastMinute; minute += 30) times.add(timeAt(minute))
  return [...times].sort().map((value) => ({ value, label: formatWallTime(value) }))
}

/** The ends of a line: each half hour after its start, and its own. */
export function endsAfter({ start_time, end_time }: ClassSchedule) {
  const times = new Set([end_time])
  for (let minute = minuteOf(start_time) + 30; minute <= lastMinute; minute += 30) times.add(timeAt(minute))
  return [...times].sort().map((value) => ({ value, label: formatWallTime(value) }))
}

/** The line with another start, as long as before where the day has room. */
export function movedTo(line: ClassSchedule, start_time: string): ClassSchedule {
  const length = Math.max(minuteOf(line.end_time) - minuteOf(line.start_time), 30)
  return { ...line, start_time, end_time: timeAt(Math.min(minuteOf(start_time) + length, lastMinute)) }
}
