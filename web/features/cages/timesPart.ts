import { type Preloadable, preloadable } from '../../ui/preloadable.tsx'
import type { PhoneTimesProps } from './PhoneTimes.tsx'

/** The view by time: what is shown first does not wait for it, and most people never ask for it. */
export const timesPart: Preloadable<PhoneTimesProps> = preloadable<PhoneTimesProps>(async () => {
  const { PhoneTimes } = await import('./PhoneTimes.tsx')
  return { default: PhoneTimes }
})
