import { formatMinutes } from '../../../shared/domain/timeFormat.ts'
import type { Selection } from '../../components/SelectionBar.tsx'
import type { Quote } from './quote.ts'

/** The selected slots as the bar tells them: how many, how long, how much. Null for none. */
export function chosenSlots({ slots, minutes, ...price }: Quote): Selection | null {
  if (slots === 0) return null
  const count = slots === 1 ? '1 slot' : `${slots} slots`
  return {
    total: price.total,
    subtotal: price.subtotal,
    discountPercent: price.discountPercent,
    amount: `${count} · ${lengthOf(minutes)}`,
    spoken: `${count} selected, ${formatMinutes(minutes)}`,
  }
}

/** Minutes, and from an hour on the hours too: '90 min (1.5 hours)'. */
const lengthOf = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${minutes} min (${formatMinutes(minutes)})`
