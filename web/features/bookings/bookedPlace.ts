import { keepOwn } from '../../api/ownStorage.ts'
import { justBookedMs } from './justBooked.ts'

/**
 * Keeps how much of the page the card takes, for web/boot.ts: after a reload the page is drawn with a free place of that
 * height, so that the card pushes nothing down.
 *
 * @param at when it was booked, in milliseconds since 1970.
 */
export function keepPlace(personId: string, card: HTMLElement, at: number): void {
  const value = { width: innerWidth, height: card.offsetHeight, until: at + justBookedMs }
  keepOwn('just-booked-place', personId, value)
}

/** No card is to come, or it is there. */
export function releasePlace(): void {
  document.documentElement.removeAttribute('data-booked-place')
}
