const type = 'dugout:form-drawn'

/** Tells that a form has been drawn, perhaps with fields that were not there before. */
export const tellFormDrawn = (): void => void document.dispatchEvent(new Event(type))

/** Hears of it; returns the way back. */
export function onFormDrawn(listener: () => void): () => void {
  document.addEventListener(type, listener)
  return () => document.removeEventListener(type, listener)
}
