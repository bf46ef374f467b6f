import type { DueItem } from '../../../../../shared/contract/payments/till.ts'
import { facilityDay, minuteMs } from '../../../../../shared/domain/time/time.ts'

interface Opened {
  readonly asked: readonly string[]
  readonly customer: { readonly name: string | null } | null
  readonly now: Date
  readonly zone: string
}

/**
 * What is ticked as the till opens: what was pressed, and with it, where it is today's or a person's till was opened, what
 * else the customer has today. The rest of the family is listed, and unticked.
 */
export function isTickedAtFirst(item: DueItem, all: readonly DueItem[], opened: Opened): boolean {
  const { asked, customer, now, zone } = opened
  const isToday = ({ starts_at }: DueItem) => facilityDay(starts_at, zone) === facilityDay(now, zone)
  if (asked.includes(item.id) || all.length === 1) return true
  const isVisit = asked.length === 0 || all.some((each) => asked.includes(each.id) && isToday(each))
  return isVisit && isToday(item) && item.customer_name === (customer?.name ?? null)
}

/** Nobody comes earlier. */
const earlyMinutes = 60

/** Of what is paid, what people are here for now. */
export const arrivingWith = (chosen: readonly DueItem[], now: Date): DueItem[] =>
  chosen.filter(
    ({ may_check_in, starts_at, ends_at }) =>
      may_check_in &&
      Date.parse(starts_at) - now.getTime() <= earlyMinutes * minuteMs &&
      Date.parse(ends_at) > now.getTime(),
  )

/** '5:00–6:30 PM' needs its day beside it where that is not today. */
export const minutesOf = ({ starts_at, ends_at }: Pick<DueItem, 'starts_at' | 'ends_at'>): number =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / minuteMs)
