/**
 * The nonce of this page, for `<style>` elements made at run time; empty where there is no policy. Browsers hide it
 * from the attribute, so it is read from the property.
 */
export function cspNonce(): string {
  if (import.meta.env.SSR) return ''
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Tells the scroll lock of Mantine's dialogs, which makes its style element itself and looks for the nonce here. */
export function shareCspNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: cspNonce() })
}
