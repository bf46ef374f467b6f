import { html, raw } from 'hono/html'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { brandRules } from '../../../shared/domain/facility/brandColor.ts'
import { areDoorsOpen } from '../../../shared/domain/facility/doors.ts'
import { documentTitle } from '../../../shared/domain/facility/pageTitles.ts'
import type { LogoFile } from '../../integrations/storage/logoPicture.ts'
import type { PageText } from './namedPages.ts'
import { type Site, titleOf } from './site.ts'

/**
 * The HTML for a page's `<head>`, for search engines and shared links: title, description, canonical link,
 * Open Graph (https://ogp.me), the facility itself and what the page shows. All data is escaped.
 */
export async function pageHead(
  page: PageText,
  facility: Facility,
  answer: { readonly site: Site; readonly origin: string; readonly nonce: string },
): Promise<string> {
  const { site, origin, nonce } = answer
  const title = documentTitle(page.title, facility.name)
  const url = origin + (page.canonicalPath ?? '/')
  const isShut = !areDoorsOpen(facility)
  const description = isShut
    ? [facility.name, facility.closed_reason ?? 'Opening soon.'].filter(Boolean).join(': ')
    : page.description
  const listings = isShut
    ? []
    : [site.facilityListing(facility, origin), ...(page.listing ? [page.listing(origin)] : [])]
  const picture = logoAddress(facility, '-share') ?? '/og.png'
  const head = await html`<title>${title}</title>
    ${icons(facility)}${brandStyle(facility, nonce)}
    <meta name="description" content="${description}" />
    ${page.canonicalPath === null ? noIndex : html`<link rel="canonical" href="${url}" />`}
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${facility.name}" />
    <meta property="og:locale" content="${(facility.date_language ?? 'en-US').replace('-', '_')}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${origin}${picture}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${facility.name}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${listings.map(
      (listing) =>
        html`<script type="application/ld+json" nonce="${nonce}">${raw(scriptJson(listing))}</script>`,
    )}`
  return String(head)
}

/** The head of a page while the facility's data cannot be read. */
export async function bareHead(path: string, mode?: string): Promise<string> {
  return String(await html`<title>${titleOf(path, mode) ?? 'Batting cages'}</title>${icons()}`)
}

/** The address of one of the logo's files; undefined without a logo. */
export const logoAddress = ({ logo }: Pick<Facility, 'logo'>, ending: LogoFile): string | undefined =>
  logo?.light.src.replace(/(?=\.png$)/, ending)

const icons = (facility: Pick<Facility, 'logo'> = {}) => {
  const icon = logoAddress(facility, '-icon')
  return html`<link rel="icon" href="${icon ?? '/favicon.svg'}" type="image/${icon ? 'png' : 'svg+xml'}" />
    <link rel="apple-touch-icon" href="${logoAddress(facility, '-touch') ?? '/apple-touch-icon.png'}" />
    <link rel="manifest" href="/manifest.webmanifest" />`
}

/** The facility's color, before anything is painted. The screen where it is chosen finds it by its id. */
const brandStyle = ({ brand_color }: Facility, nonce: string) =>
  html`<style id="brand" nonce="${nonce}">${raw(brand_color ? brandRules(brand_color) : '')}</style>`

const noIndex = raw('<meta name="robots" content="noindex" />')

const unsafeInScript: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON that is safe inside a script element: no data can close the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => unsafeInScript[character] ?? '')
}

/** The web app manifest (https://www.w3.org/TR/appmanifest/): the facility's name and logo on a home screen. */
export function webManifest(facility: Pick<Facility, 'name' | 'logo' | 'brand_color'> | null) {
  const own = facility && logoAddress(facility, '-touch')
  const name = facility?.name || 'Batting cages'
  return {
    name,
    short_name: name.split(' ').slice(0, 2).join(' '),
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#0a1e3f',
    background_color: '#faf9f5',
    icons: [
      { src: own ?? '/apple-touch-icon.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
      // Without them a browser offers no installation, or draws a blurred icon.
      ...(own
        ? []
        : [
            ...[192, 512].map((size) => ({
              src: `/icon-${size}.png`,
              sizes: `${size}x${size}`,
              type: 'image/png',
              purpose: 'any',
            })),
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          ]),
    ],
  }
}
