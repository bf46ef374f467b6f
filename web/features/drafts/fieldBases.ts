/** What stood in a field before anybody typed into it. */
export const fieldBases = new WeakMap<EventTarget, string>()

/** Listens from the page's first moment: people type before what keeps their drafts is downloaded. */
export function noteFieldBases(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target !== null && 'value' in target && typeof target.value === 'string' && !fieldBases.has(target))
      fieldBases.set(target, target.value)
  })
}
