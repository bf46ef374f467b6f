import { blur, linear, px, radial, scene, seeded, wash } from './canvas.ts'
import { ink } from './palette.ts'

type Finish = {
  id: string
  light: string
  body: string
  dark: string
  wood: boolean
  trim: string
  grip: string
}

const finishes: readonly Finish[] = [
  {
    id: 'ash',
    light: '#ffe3ad',
    body: '#cf9450',
    dark: '#4a2718',
    wood: true,
    trim: ink.red,
    grip: '#2a1a18',
  },
  {
    id: 'midnight',
    light: '#9fb9ea',
    body: '#1b3460',
    dark: '#060e1e',
    wood: false,
    trim: ink.chalk,
    grip: '#0a0f1a',
  },
  {
    id: 'scarlet',
    light: '#ffb3a8',
    body: ink.red,
    dark: '#3c0812',
    wood: false,
    trim: ink.chalk,
    grip: '#10131c',
  },
  {
    id: 'walnut',
    light: '#d99a66',
    body: '#6b3a25',
    dark: '#1d0e10',
    wood: true,
    trim: '#e8d6b0',
    grip: '#14100f',
  },
  {
    id: 'bone',
    light: '#fffaf0',
    body: '#d3cbbd',
    dark: '#454a5c',
    wood: false,
    trim: ink.red,
    grip: ink.oxblood,
  },
]

/** Half a bat's outline from knob to barrel end, as [distance, radius]; mirrored to close it. */
const outline =
  'M-17 0C-17 -9 17 -9 17 0C17 6 11 9 9.5 16L9 160C10 230 14 270 20 330C25 380 26.5 420 26.5 470L26.5 520C26.5 544 14 550 0 550C-14 550 -26.5 544 -26.5 520L-26.5 470C-26.5 420 -25 380 -20 330C-14 270 -10 230 -9 160L-9.5 16C-11 9 -17 6 -17 0Z'

/** A bat hanging by its knob. */
function bat(x: number, finish: Finish, tilt: number): string {
  const { id } = finish
  const wraps = Array.from({ length: 13 }, (_, i) => `M-11 ${18 + i * 11}L11 ${25 + i * 11}`).join('')
  const grain = finish.wood
    ? `<path d="${outline}" filter="url(#grainwood)" opacity=".5" style="mix-blend-mode:multiply"/>`
    : ''
  return `<g transform="translate(${px(x + 44)} 402) rotate(${tilt}) scale(.9)" filter="url(#soft)" opacity=".6"><path d="${outline}" fill="#01050c"/></g>
<g transform="translate(${x} 372) rotate(${tilt}) scale(.9)"><path d="${outline}" fill="url(#${id})"/>${grain}
<g clip-path="url(#shape)"><rect x="-12" y="14" width="24" height="150" fill="${finish.grip}" opacity=".88"/><path d="${wraps}" stroke="#fff" stroke-opacity=".16" stroke-width="2"/><rect x="-30" y="352" width="60" height="9" fill="${finish.trim}" opacity=".9"/><rect x="-30" y="367" width="60" height="3" fill="${finish.trim}" opacity=".9"/><rect x="-30" y="352" width="60" height="20" fill="url(#roll)"/><path d="M-22 300C-26 400 -27 470 -25 520" fill="none" stroke="#7fa3e6" stroke-width="3" opacity=".5" filter="url(#fine)"/></g>
<path d="M13 300C18 360 19 420 19 516" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" opacity=".62" filter="url(#fine)"/><path d="M5 30V250" fill="none" stroke="#fff" stroke-width="2.4" opacity=".35" filter="url(#fine)"/></g>`
}

/** A batting helmet from the side, bill to the left, standing on the shelf. */
function helmet(x: number, id: string, stripe: string, size: number): string {
  const shell =
    'M-96 -58C-106 -122 -58 -174 12 -174C84 -174 122 -124 118 -64C116 -34 110 -16 98 -4C82 2 66 -4 56 -14C50 0 34 6 12 5C-12 4 -32 -8 -40 -30C-44 -44 -56 -52 -96 -58Z'
  const bill =
    'M-84 -82C-112 -84 -140 -76 -158 -62C-164 -56 -160 -48 -152 -49C-126 -54 -98 -54 -70 -48L-56 -62Z'
  return `<g transform="translate(${x} 291) scale(${size})"><ellipse cx="0" cy="8" rx="150" ry="12" fill="#01050c" opacity=".75" filter="url(#soft)"/>
<path d="M-70 -50C-40 -20 -40 2 10 4L70 -4L60 -70Z" fill="#02060e"/>
<path d="${bill}" fill="url(#${id}-bill)"/><path d="M-154 -61C-136 -74 -112 -80 -88 -79" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" opacity=".45" filter="url(#fine)"/>
<path d="${shell}" fill="url(#${id}-shell)"/>
<path d="M-92 -62C-52 -58 -42 -46 -38 -32C-30 -10 -12 1 12 2C34 3 48 -3 55 -17C66 -7 82 -2 97 -8" fill="none" stroke="#02060e" stroke-width="5" opacity=".55"/>
<ellipse cx="10" cy="-34" rx="19" ry="20" fill="#01040a"/><path d="M-8 -30A19 20 0 0 0 26 -24" fill="none" stroke="#fff" stroke-width="2.6" opacity=".4"/>
<g fill="#01040a" opacity=".72"><path d="M-22 -150L20 -158L18 -150L-16 -143ZM-30 -132L14 -142L12 -134L-24 -125Z"/></g>
<path d="M-97 -74C-40 -70 40 -74 117 -84L118 -76C50 -66 -40 -62 -97 -66Z" fill="${stripe}" opacity=".92"/>
<path d="M34 -158C76 -150 100 -122 104 -90" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="round" opacity=".72" filter="url(#gloss)"/><path d="M-62 -130C-46 -152 -20 -163 6 -165" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".3" filter="url(#gloss)"/>
<path d="${shell}" fill="url(#fall)"/></g>`
}

function shell(id: string, light: string, body: string, dark: string): string {
  return (
    `<radialGradient id="${id}-shell" cx=".72" cy=".2" r=".95"><stop offset="0" stop-color="${light}"/><stop offset=".38" stop-color="${body}"/><stop offset="1" stop-color="${dark}"/></radialGradient>` +
    linear(
      `${id}-bill`,
      [0, 0],
      [0, 1],
      [
        [0, body],
        [1, dark],
      ],
      true,
    )
  )
}

/** The dugout wall: tongue-and-groove boards whose joints catch the lamp. */
function boards(): string {
  const random = seeded(6)
  return Array.from({ length: 15 }, (_, i) => {
    const x = i * 110 - 20
    return `<rect x="${x}" width="110" height="900" fill="#000" opacity="${(random() * 0.2).toFixed(2)}"/><path d="M${x} 0V900" stroke="#020712" stroke-width="5"/><path d="M${x - 4} 0V900" stroke="#9fb4dc" stroke-width="1.4" opacity=".22"/>`
  }).join('')
}

/** Bats hanging by their knobs below a shelf of helmets, under one warm lamp. */
export function rack(): string {
  const places = [88, 206, 324, 442, 560, 678, 796, 914, 1032, 1150, 1268, 1386, 1504]
  const order = [1, 3, 0, 4, 1, 2, 0, 1, 4, 3, 2, 0, 1]
  const tilts = [0.4, -0.3, 0.6, -0.5, 0.2, -0.7, 0.5, -0.2, 0.8, -0.4, 0.3, -0.6, 0.5]
  const bats = places
    .map((x, i) => {
      const finish = finishes[order[i] ?? 0]
      return finish === undefined ? '' : bat(x, finish, tilts[i] ?? 0)
    })
    .join('')
  const pegs = places
    .map(
      (x) =>
        `<rect x="${x - 28}" y="352" width="11" height="40" rx="5" fill="url(#peg)"/><rect x="${x + 17}" y="352" width="11" height="40" rx="5" fill="url(#peg)"/>`,
    )
    .join('')
  const definitions = [
    ...finishes.map(({ id, light, body, dark }) =>
      linear(
        id,
        [-27, 0],
        [27, 0],
        [
          [0, dark],
          [0.1, dark],
          [0.5, body],
          [0.78, light],
          [0.9, body],
          [1, dark],
        ],
      ),
    ),
    linear(
      'roll',
      [-27, 0],
      [27, 0],
      [
        [0, '#000', 0.75],
        [0.45, '#000', 0.2],
        [0.75, '#000', 0],
        [1, '#000', 0.6],
      ],
    ),
    `<clipPath id="shape"><path d="${outline}"/></clipPath>`,
    shell('navy', '#7fa0dc', '#15305f', '#040a17'),
    shell('red', '#ff9387', '#b81a29', '#2b060e'),
    shell('chalk', '#ffffff', '#cfc8bc', '#3b4258'),
    linear(
      'fall',
      [0, -175],
      [0, 10],
      [
        [0.45, '#030814', 0],
        [1, '#030814', 0.6],
      ],
    ),
    radial('lamplight', [1090, 120], 980, [
      [0, '#ffd596', 0.82],
      [0.16, '#f0a655', 0.56],
      [0.5, '#a8552c', 0.26],
      [1, '#7a3a22', 0],
    ]),
    radial('dim', [1070, 330], 950, [
      [0.1, '#020712', 0],
      [0.6, '#020712', 0.44],
      [1, '#020712', 0.86],
    ]),
    linear(
      'wall',
      [0, 0],
      [0, 900],
      [
        [0, '#24406f'],
        [0.5, '#182e55'],
        [1, '#0a172c'],
      ],
    ),
    linear(
      'shelf',
      [0, 292],
      [0, 360],
      [
        [0, '#d99a58'],
        [0.12, '#9a6034'],
        [0.2, '#5a3320'],
        [1, '#24150f'],
      ],
    ),
    linear(
      'peg',
      [0, 0],
      [1, 0],
      [
        [0, '#0a1222'],
        [0.6, '#c9d3e6'],
        [1, '#2a3854'],
      ],
      true,
    ),
    '<filter id="grainwood" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".22 .008" numOctaves="3" seed="5"/><feColorMatrix values="0 0 0 0 .3  0 0 0 0 .16  0 0 0 0 .08  0 2.6 0 0 -1"/><feComposite in2="SourceAlpha" operator="in"/></filter>',
    '<filter id="plank" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".05 .004" numOctaves="4" seed="2"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 .03  0 0 0 0 .08  0 2.2 0 0 -.85"/></filter>',
    '<filter id="shelfgrain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".004 .18" numOctaves="3" seed="9"/><feColorMatrix values="0 0 0 0 .12  0 0 0 0 .05  0 0 0 0 .02  0 2.4 0 0 -.9"/></filter>',
    blur('soft', 9),
    blur('fine', 1.1),
    blur('gloss', 3),
    blur('under', 16),
  ].join('')
  const drawing = [
    wash('url(#wall)'),
    wash('#000', 'filter="url(#plank)" opacity=".7"'),
    boards(),
    wash('url(#lamplight)'),
    '<rect x="-20" y="340" width="1640" height="86" fill="#01050c" opacity=".75" filter="url(#under)"/>',
    helmet(236, 'navy', ink.chalk, 1),
    helmet(566, 'chalk', ink.red, 1),
    helmet(900, 'red', ink.chalk, 1),
    helmet(1236, 'navy', ink.red, 1),
    helmet(1566, 'chalk', ink.navy, 1),
    '<rect y="292" width="1600" height="66" fill="url(#shelf)"/><rect y="292" width="1600" height="66" filter="url(#shelfgrain)" opacity=".6"/><rect y="292" width="1600" height="2.5" fill="#ffe0a6" opacity=".85"/>',
    bats,
    pegs,
    wash('url(#dim)'),
  ].join('\n')
  return scene(definitions, drawing, 0.72)
}
