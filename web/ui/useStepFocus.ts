import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading of the step that has come into the panel, so that a keyboard or a screen reader goes
 * on there, and shows it; a field of the step that has taken the focus keeps it. Waits while a dialog is open.
 */
export function useStepFocus(step: string, dialogOpen: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (dialogOpen || shown.current === step) return
    shown.current = step
    const section = panel.current
    const heading = section?.querySelector('h2')
    if (!section || !heading) return
    const head = heading.previousElementSibling ?? heading
    head.scrollIntoView({ block: 'nearest' })
    if (!section.contains(document.activeElement)) heading.focus({ preventScroll: true })
  }, [step, dialogOpen])
  return panel
}
