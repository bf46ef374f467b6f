import { untilLoaded } from '../../ui/lazyExtra.ts'
import { laterPart, preloadable } from '../../ui/preloadable.tsx'

// Parts of the booking of a lesson. They stand with the page itself: it has their styles in its HTML, and its loader begins
// their downloads.

/** By far the largest part, which the times of the day need not wait for. */
export const lessonCalendar = laterPart(() => import('./LessonCalendar.tsx'))

const loadPurchase = () => import('./LessonPurchase.tsx')
export const lessonPurchase = preloadable(() => untilLoaded(loadPurchase))

/** For an address with a time: the page then opens with the summary. */
export async function loadLessonPurchase(): Promise<void> {
  // A failure is the page's own here; later it is tried again.
  await loadPurchase()
  await lessonPurchase.preload()
}
