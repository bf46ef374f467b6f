import type { MouseEvent } from 'react'
import { pointOf, type ScreenPoint } from '../../../ui/staff/PointerMenu.tsx'

/** A booking that was pressed: where it is on the schedule, and where on the screen. */
export interface PressedEntry {
  readonly id: string
  readonly day: string
  readonly at: ScreenPoint
}

/** Listeners for the frame of a view: a press, a right press, Enter and the menu key on any booking in it. */
export function entryPresses(onPress: (pressed: PressedEntry) => void) {
  const press = (event: MouseEvent<HTMLElement>) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null
    const { entry: id, day } = entry?.dataset ?? {}
    if (!entry || !id || !day) return
    event.preventDefault()
    // Firefox and Safari do not focus a button that is clicked; the menu gives the focus back to it.
    entry.focus({ preventScroll: true })
    onPress({ id, day, at: pointOf(event, entry) })
  }
  return { onClick: press, onContextMenu: press }
}
