import { formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'

const times = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0')
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`
})

/** Every half hour of a day, for a select. */
export const halfHours = () => times.map((value) => ({ value, label: formatWallTime(value) }))

/** The half hours after one. */
export const laterThan = (time: string) => halfHours().filter(({ value }) => value > time)
