import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'

/** Toasts disappear after 5 s (spec 1 §9). */
const LIFETIME_MS = 5_000
/** After that they are looked at again this often, while they are read. */
const READ_MS = 1_000
/** By then a screen reader has taken notice of a new toast. */
const ANNOUNCED_MS = 1_000

let count = 0

/** The toasts that were announced. */
const announced = new Set<string>()

/** The toast over which the pointer was last moved. One that appears under a resting pointer is not pointed at. */
let pointedAt: Element | null = null

/** Where the focus was before it went to a toast. */
let cameFrom: EventTarget | null = null

/** Shows a toast; downloaded with the first one. */
export function showToast(notification: NotificationData): void {
  count += 1
  const id = `toast-${count}`
  const toast = {
    ...notification,
    id,
    position: coversField() ? ('bottom-center' as const) : ('top-center' as const),
    'data-toast': id,
    closeButtonProps: { 'aria-label': 'Dismiss', size: '2.75rem' },
    // Not when it is asked for: a fourth one waits until there is room.
    onOpen: () => {
      closeLater(id, LIFETIME_MS)
      setTimeout(() => announced.add(id), ANNOUNCED_MS)
    },
    onClose: returnFocus,
    onPointerMove: ({ currentTarget, movementX, movementY }: React.PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) pointedAt = currentTarget
    },
    onFocusCapture: ({ relatedTarget }: React.FocusEvent) => {
      if (!relatedTarget?.closest('[data-toast]')) cameFrom = relatedTarget
    },
  }
  notifications.show(toast)
}

/** Where a toast is at the top: pixels from the top, and to each side of the middle. */
const place = { top: 60, bottom: 170, side: 220 }

/** Whether a toast at the top would stand over something to type into or to choose from. */
function coversField(): boolean {
  const middle = innerWidth / 2
  return [...document.querySelectorAll('input, select, textarea')].some((field) => {
    const { top, bottom, left, right, width } = field.getBoundingClientRect()
    return (
      width > 0 &&
      bottom > place.top &&
      top < place.bottom &&
      right > middle - place.side &&
      left < middle + place.side
    )
  })
}

/**
 * To be called when another page is shown: a toast belongs to one. What was asked for on the way there, and so is not
 * announced yet, belongs to the new page.
 */
export function leavePage(): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id && announced.has(id)) notifications.hide(id)
}

/** To be called before toasts are moved: those that were announced are not announced again in the new place. */
export function silenceAnnounced(): void {
  for (const toast of document.querySelectorAll<HTMLElement>('[data-toast]')) {
    if (!announced.has(toast.dataset.toast ?? '')) continue
    toast.role = 'status'
    toast.ariaLive = 'off'
  }
}

function closeLater(id: string, milliseconds: number): void {
  setTimeout(() => {
    if (isKept(id)) closeLater(id, READ_MS)
    else notifications.hide(id)
  }, milliseconds)
}

/**
 * Toasts stay while one of them is pointed at or has the focus (WCAG 2.2.1). But when another one waits for room, only
 * that one stays, or what waits would be shown too late or never.
 */
function isKept(id: string): boolean {
  const read = document.querySelector('[data-toast]:focus-within') ?? hovered()
  if (!read) return false
  return notificationsStore.getState().queue.length === 0 || isRead(id)
}

const hovered = () => (pointedAt?.matches(':hover') ? pointedAt : null)

const isRead = (id: string) =>
  document.querySelector(`[data-toast="${id}"]:focus-within`) !== null ||
  hovered()?.getAttribute('data-toast') === id

/** A toast that is dismissed by keyboard does not take the focus with it. */
function returnFocus(): void {
  const inToast = document.activeElement?.closest('[data-toast]')
  if (inToast && cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
}
