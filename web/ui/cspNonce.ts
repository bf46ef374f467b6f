/**
 * The nonce of this page, for `<style>` elements made at run time; empty where there is no policy. Browsers hide it
 * from the attribute, so it is read from the property.
 */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
