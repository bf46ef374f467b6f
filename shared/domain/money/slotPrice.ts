/** What one half hour of a cage adds to the price of what is chosen: the number in a cell of the grid. */
import { slotMinutes, slotMs } from '../bookings/slots.ts'
import { formatRate } from './money.ts'
import { type CageRates, sessionPrice } from './pricing.ts'

/**
 * '$20' for a half hour by itself; '+$10' for one beside chosen ones: what a press adds by the rule of sessionPrice, which
 * makes one session of both. A chosen half hour says what it adds to those before it, so that the numbers add up to the total.
 *
 * @param chosen the starts that are chosen in this cage, in milliseconds.
 */
export function slotPriceText(rates: CageRates, start: number, chosen: ReadonlySet<number>): string {
  const before = runLength(chosen, start, -slotMs)
  const after = chosen.has(start) ? 0 : runLength(chosen, start, slotMs)
  const price = (slots: number) => (slots > 0 ? sessionPrice(rates, slots * slotMinutes) : 0)
  const added = price(before + 1 + after) - price(before) - price(after)
  if (before + after === 0) return formatRate(added)
  return added < 0 ? `−${formatRate(-added)}` : `+${formatRate(added)}`
}

/** How many half hours in a row are chosen from the one beside `start`, in the direction of `step`. */
function runLength(chosen: ReadonlySet<number>, start: number, step: number): number {
  let count = 0
  while (chosen.has(start + step * (count + 1))) count += 1
  return count
}
