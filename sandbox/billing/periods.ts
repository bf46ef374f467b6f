/** The seconds of a day. */
export const DAY = 86_400

/**
 * The end of the billing period that contains a moment: the anchor's day and time of month in UTC, or the month's last day
 * if the month is too short.
 *
 * @param anchor unix seconds of the first period's start.
 * @param after unix seconds; the end is later than this.
 */
export function periodEnd(anchor: number, after: number): number {
  const start = new Date(anchor * 1000)
  const from = new Date(after * 1000)
  const months =
    (from.getUTCFullYear() - start.getUTCFullYear()) * 12 + from.getUTCMonth() - start.getUTCMonth()
  const sameMonth = monthsLater(start, months)
  return sameMonth > after ? sameMonth : monthsLater(start, months + 1)
}

function monthsLater(start: Date, months: number): number {
  const year = start.getUTCFullYear()
  const month = start.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = new Date(start)
  date.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return Math.floor(date.getTime() / 1000)
}
