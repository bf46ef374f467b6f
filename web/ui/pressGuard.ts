import { type KeyboardEvent, useEffect, useState } from 'react'

/** How long buttons ignore the pointer after they have come on screen, in milliseconds. */
const settlingMs = 500

/**
 * Whether `step` has been on screen for less than half a second. What has `data-settling` ignores the pointer (page.css): the
 * second half of a double click must not press a button that nobody has read. Null is nothing on screen.
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
 * For `onKeyDownCapture`: a key that is still held from an earlier press presses nothing here and sends no form. Text can still
 * be typed with it.
 */
export function ignoreHeldKey(event: KeyboardEvent<HTMLElement>): void {
  if (!event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return
  if (event.key === ' ' ? isTyping(event.target) : event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopPropagation()
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))
