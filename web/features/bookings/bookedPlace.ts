import { keepOwn } from '../../api/ownStorage.ts'

/**
 * Keeps how much of the page the card takes, for web/boot.ts: after a reload the page is drawn with a free place of that
 * height, so that the card pushes nothing down.
 */
export function keepPlace(personId: string, card: HTMLElement): void {
  keepOwn('just-booked-place', personId, { width: innerWidth, height: card.offsetHeight })
}

/** No card is to come, or it is there. */
export function releasePlace(): void {
  document.documentElement.removeAttribute('data-booked-place')
}
