import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'

/** How long new buttons ignore the pointer, in milliseconds. */
const settlingMs = 500

/**
 * Whether `step` has been on screen for less than half a second; null when nothing is shown. Elements with
 * `data-settling` ignore the pointer (page.css): the second half of a double click must not press a button that nobody
 * has read.
 */
export function useSettling(step: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), step === null ? 0 : settlingMs)
    return () => clearTimeout(timer)
  }, [step])
  return step !== settled
}

/**
 * For `onKeyDownCapture`: a key held since an earlier press presses no button and submits no form. It can still type
 * text.
 */
export function ignoreHeldKey(event: KeyboardEvent<HTMLElement>): void {
  if (!event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return
  if (event.key === ' ' ? isTyping(event.target) : event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * For `onMouseDown` of a form that checks a field when it is left: pressing a button does not leave the field. The error
 * would appear between press and release and move the button away, so that the press reached nothing.
 */
export function stayInField(event: MouseEvent<HTMLFormElement>): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))
