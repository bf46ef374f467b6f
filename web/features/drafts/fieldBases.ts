/** The value of a field before anybody typed into it. */
export const fieldBases = new WeakMap<EventTarget, string>()

/** Listens from the start of the page: people type before the code that keeps drafts is downloaded. */
export function noteFieldBases(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target !== null && 'value' in target && typeof target.value === 'string' && !fieldBases.has(target))
      fieldBases.set(target, target.value)
  })
}
