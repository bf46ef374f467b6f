/** Pictures of the demo's coaches: drawn, in the house's colours, and of nobody. */

interface Portrait {
  readonly skin: string
  readonly shade: string
  readonly hair: string
  readonly jersey: string
  readonly trim: string
  readonly cap: string
  /** A path: not every machine has fonts. */
  readonly letter: string
  /** What is drawn behind the head, and upon it. */
  readonly behind?: string
  readonly upon?: string
}

const navy = '#14233c'
const stitch = '#c8312b'
const chalk = '#f6f4ee'

const portraits: Readonly<Record<string, Portrait>> = {
  delgado: {
    skin: '#c68a5e',
    shade: '#a9704a',
    hair: '#1d1714',
    jersey: chalk,
    trim: stitch,
    cap: stitch,
    letter: 'M452 206V272H474Q512 272 512 239T474 206Z',
    // A short beard.
    upon: `<path d="M366 452c4 92 52 142 114 142s110-50 114-142c-14 30-40 40-60 40-22 0-34-8-54-8s-32 8-54 8c-20 0-46-10-60-40z" fill="#1d1714"/>
      <path d="M440 522q40 22 80 0" stroke="#c68a5e" stroke-width="9" fill="none" stroke-linecap="round"/>`,
  },
  broussard: {
    skin: '#8a5a3c',
    shade: '#6f452c',
    hair: '#17100d',
    jersey: stitch,
    trim: chalk,
    cap: navy,
    letter: 'M454 206V272H484Q508 272 508 255T484 239H454M454 239H480Q502 239 502 222T480 206H454Z',
    // A long plait over the shoulder.
    behind: `<path d="M352 330c-34 70-40 190-14 300 8 36 60 40 66 4l-6-280z" fill="#17100d"/>
      <path d="M608 330c34 70 44 210 20 380-6 46-66 44-68-2l-4-350z" fill="#17100d"/>
      <path d="M598 470l34 22-36 26 32 24-36 26 30 24-34 26" stroke="#3a2a22" stroke-width="8" fill="none"/>`,
    upon: '<path d="M440 520q40 26 80 0" stroke="#5b3522" stroke-width="9" fill="none" stroke-linecap="round"/>',
  },
  whitfield: {
    skin: '#e3b18c',
    shade: '#c9936c',
    hair: '#a9a49c',
    jersey: '#22406b',
    trim: chalk,
    cap: '#22406b',
    letter: 'M436 206L456 272L480 222L504 272L524 206',
    // A grey moustache.
    upon: `<path d="M412 502c22-26 46-24 68-10 22-14 46-16 68 10-26 16-48 16-68 4-20 12-42 12-68-4z" fill="#a9a49c"/>
      <path d="M452 536q28 14 56 0" stroke="#a8674d" stroke-width="8" fill="none" stroke-linecap="round"/>`,
  },
  ortiz: {
    skin: '#d79f74',
    shade: '#bb8259',
    hair: '#4a2a17',
    jersey: chalk,
    trim: '#22406b',
    cap: stitch,
    letter: 'M480 204a34 35 0 1 0 .1 0z',
    // A tail behind the cap.
    behind: '<path d="M590 300c96-10 130 90 84 200-14 32-56 20-52-14 10-70-6-112-48-120z" fill="#4a2a17"/>',
    upon: '<path d="M438 518q42 30 84 0" stroke="#8f4f38" stroke-width="9" fill="none" stroke-linecap="round"/>',
  },
}

/** The picture of a coach as SVG, 960 pixels wide; undefined for a key without one. */
export function portraitOf(key: string): string | undefined {
  const portrait = portraits[key]
  return portrait && drawn(portrait)
}

const drawn = ({
  skin,
  shade,
  hair,
  jersey,
  trim,
  cap,
  letter,
  behind = '',
  upon = '',
}: Portrait): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 960 960">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#2b4d7e"/><stop offset="1" stop-color="${navy}"/>
    </linearGradient>
    <pattern id="net" width="56" height="56" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0H56M0 0V56" stroke="#ffffff" stroke-opacity="0.10" stroke-width="4"/>
    </pattern>
    <clipPath id="body"><path d="M96 960c10-170 92-236 236-266l148 60 148-60c144 30 226 96 236 266z"/></clipPath>
  </defs>
  <rect width="960" height="960" fill="url(#sky)"/>
  <rect width="960" height="960" fill="url(#net)"/>
  <circle cx="480" cy="470" r="360" fill="#ffffff" fill-opacity="0.07"/>
  ${behind}
  <g clip-path="url(#body)">
    <rect y="640" width="960" height="320" fill="${jersey}"/>
    <path d="M96 960c4-80 24-140 60-182l64 182zM864 960c-4-80-24-140-60-182l-64 182z" fill="${trim}"/>
    <path d="M480 760V960" stroke="${trim}" stroke-width="12"/>
    <circle cx="506" cy="836" r="9" fill="${trim}"/><circle cx="506" cy="910" r="9" fill="${trim}"/>
  </g>
  <path d="M400 560h160v128c0 60-36 92-80 92s-80-32-80-92z" fill="${shade}"/>
  <path d="M332 694l68-34c10 70 40 98 80 98s70-28 80-98l68 34-148 106z" fill="${trim}"/>
  <path d="M358 330h244v130c0 100-52 160-122 160s-122-60-122-160z" fill="${skin}"/>
  <path d="M358 380c-30-6-42 20-36 52 6 30 24 44 42 40zM602 380c30-6 42 20 36 52-6 30-24 44-42 40z" fill="${shade}"/>
  <path d="M350 392c0-40 4-66 10-84h240c6 18 10 44 10 84-12-10-18-30-22-52H372c-4 22-10 42-22 52z" fill="${hair}"/>
  <path d="M412 416q20-16 40 0M508 416q20-16 40 0" stroke="${hair}" stroke-width="9" fill="none" stroke-linecap="round"/>
  <circle cx="432" cy="442" r="9" fill="${navy}"/><circle cx="528" cy="442" r="9" fill="${navy}"/>
  <path d="M480 444v36q0 12-14 12" stroke="${shade}" stroke-width="8" fill="none" stroke-linecap="round"/>
  ${upon}
  <path d="M346 340c-10-128 52-206 134-206s144 78 134 206c-88-24-180-24-268 0z" fill="${cap}"/>
  <path d="M480 134c-40 40-56 110-56 190M480 134c40 40 56 110 56 190" stroke="#000000" stroke-opacity="0.16" stroke-width="5" fill="none"/>
  <circle cx="480" cy="136" r="13" fill="${trim === cap ? chalk : trim}"/>
  <path d="M318 356c20-44 84-66 162-66s142 22 162 66c4 14-6 20-18 16-96-30-192-30-288 0-12 4-22-2-18-16z" fill="${cap}"/>
  <path d="M318 356c20-44 84-66 162-66s142 22 162 66c4 14-6 20-18 16-96-30-192-30-288 0-12 4-22-2-18-16z" fill="#000000" fill-opacity="0.22"/>
  <path d="${letter}" stroke="${chalk}" stroke-width="18" fill="none" stroke-linejoin="round" stroke-linecap="round"/>
</svg>`
