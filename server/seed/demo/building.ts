import type { FileStorage } from '../../integrations/storage/fileStorage.ts'
import { newPictureName } from '../../integrations/storage/storedFile.ts'
import { storeWide, widePicture } from '../../integrations/storage/widePicture.ts'
import { demoId } from './random.ts'
import { minuteOf, type Scene } from './scene.ts'

const navy = '#14233c'
const stitch = '#c8312b'
const chalk = '#f6f4ee'

const alt = 'A navy hall at dusk with a lit ball above its doors, and a blue door at the side.'

/** Draws the picture of the building, from the street at dusk, and stores it as an upload is. */
export async function addBuildingPicture({ tx, instant, today }: Scene, files: FileStorage): Promise<void> {
  const { default: sharp } = await import('sharp')
  const picture = await widePicture(await sharp(Buffer.from(drawn())).png().toBuffer())
  if (typeof picture === 'string') throw new Error('The picture of the building cannot be drawn.')
  const file = newPictureName(demoId('building'), instant(today, minuteOf('09:00')))
  await storeWide({ files, log: console }, 'building', file, picture)
  const { width, height } = picture
  await tx
    .updateTable('facility')
    .set({ building: JSON.stringify({ file, width, height, alt }) })
    .execute()
}

/** Evenly spaced marks, from the left. */
const row = (count: number, step: number, mark: (x: number) => string): string =>
  Array.from({ length: count }, (_, index) => mark(index * step)).join('')

/** A window with the nets of the cages behind it. */
const cageWindow = (x: number) =>
  `<g transform="translate(${250 + x} 462)"><rect width="104" height="84" rx="4" fill="#f3c98b"/>
    <rect width="104" height="84" rx="4" fill="url(#net)"/><path d="M52 0V84" stroke="${navy}" stroke-width="6"/></g>`

const lamp = (x: number) =>
  `<path d="M${x} 640V250" stroke="#0d182b" stroke-width="8"/>
   <rect x="${x - 30}" y="236" width="60" height="16" rx="4" fill="${chalk}"/>
   <circle cx="${x}" cy="246" r="110" fill="url(#glow)"/>`

const car = (x: number, color: string) =>
  `<g transform="translate(${x} 668)"><path d="M4 58c0-22 12-26 36-29l26-25c5-5 10-7 18-7h54c10 0 16 3 22 9l20 22c24 3 34 8 34 30z" fill="${color}"/>
    <path d="M64 28l18-18c3-3 6-4 10-4h16v22zM118 6h20c5 0 9 2 12 5l15 17h-47z" fill="#bcd0e4"/>
    <circle cx="54" cy="60" r="20" fill="#0d182b"/><circle cx="54" cy="60" r="8" fill="#7d8b9c"/>
    <circle cx="168" cy="60" r="20" fill="#0d182b"/><circle cx="168" cy="60" r="8" fill="#7d8b9c"/></g>`

/** As SVG, 900 by 600 pixels; without letters, since not every machine has fonts. */
const drawn = (): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600" viewBox="0 0 1200 800">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${navy}"/><stop offset="0.55" stop-color="#4a4a6e"/>
      <stop offset="0.85" stop-color="#c9805c"/><stop offset="1" stop-color="#efb27a"/>
    </linearGradient>
    <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#2b4d7e"/><stop offset="1" stop-color="#1b3258"/>
    </linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="#ffe9bf" stop-opacity="0.55"/><stop offset="1" stop-color="#ffe9bf" stop-opacity="0"/></radialGradient>
    <pattern id="net" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0H16M0 0V16" stroke="${navy}" stroke-opacity="0.35" stroke-width="2"/>
    </pattern>
  </defs>
  <rect width="1200" height="640" fill="url(#sky)"/>
  <path d="M0 560c40-30 70-26 104-10 30-30 84-30 116 0 40-24 90-20 120 6h520c44-34 96-34 132-4 40-30 84-26 112 2 34-20 66-18 96 2v104H0z" fill="#1a2238"/>
  ${lamp(96)}${lamp(1112)}
  <path d="M190 372L600 250l410 122z" fill="#10203a"/>
  <path d="M206 376L600 262l394 114v264H206z" fill="url(#wall)"/>
  ${row(25, 32, (x) => `<path d="M${216 + x} 380V640" stroke="${navy}" stroke-opacity="0.28" stroke-width="3"/>`)}
  <path d="M190 372L600 250l410 122v12L600 264 190 384z" fill="${stitch}"/>
  <circle cx="600" cy="356" r="150" fill="url(#glow)"/>
  <circle cx="600" cy="356" r="62" fill="${chalk}"/>
  <path d="M560 310c28 30 28 62 0 92M640 310c-28 30-28 62 0 92" stroke="${stitch}" stroke-width="5" fill="none"/>
  <path d="M566 330l14-6M573 345l15-3M574 367l15 3M567 384l14 6M634 330l-14-6M627 345l-15-3M626 367l-15 3M633 384l-14 6" stroke="${stitch}" stroke-width="4" stroke-linecap="round"/>
  ${[-14, 110, 486, 610].map(cageWindow).join('')}
  <rect x="486" y="452" width="228" height="16" rx="3" fill="${stitch}"/>
  <rect x="506" y="468" width="188" height="172" fill="#f7d7a2"/>
  <path d="M600 468V640M506 520H694" stroke="${navy}" stroke-width="8"/>
  <path d="M486 640h228l40 26H446z" fill="#f7d7a2" fill-opacity="0.35"/>
  <path d="M994 376l70 40v224h-70z" fill="#132540"/>
  <path d="M1014 496l34 10v134h-34z" fill="#3f8fe0"/><circle cx="1042" cy="576" r="4" fill="${chalk}"/>
  <circle cx="1031" cy="470" r="60" fill="url(#glow)"/>
  <rect y="640" width="1200" height="160" fill="#2a3145"/>
  <rect y="636" width="1200" height="10" fill="#8b93a3"/>
  ${row(8, 160, (x) => `<rect x="${x}" y="764" width="84" height="7" fill="${chalk}" fill-opacity="0.6"/>`)}
  ${car(214, '#f6f4ee')}${car(786, '#c8312b')}
</svg>`
