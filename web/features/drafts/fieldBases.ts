/** The value of a field before anybody typed into it. */
export const fieldBases = new WeakMap<EventTarget, string>()

/**
 * Listens from the start of the page: people type before the code that keeps drafts is downloaded.
 *
 * @returns stops listening.
 */
export function noteFieldBases(): () => void {
  const note = ({ target }: FocusEvent) => {
    if (target !== null && 'value' in target && typeof target.value === 'string' && !fieldBases.has(target))
      fieldBases.set(target, target.value)
  }
  document.addEventListener('focusin', note)
  return () => document.removeEventListener('focusin', note)
}
