import { at, blur, line, linear, type Point, polygon, px, radial, scene, seeded, wash } from './canvas.ts'
import { ink } from './palette.ts'
import { type Camera, homePlate, onGround, project } from './perspective.ts'

const camera: Camera = { vanishing: [900, 470], focal: 640, eye: 1.15 }
const horizon = camera.vanishing[1]

/** A floodlight tower: a lattice mast with a bank of lamps, its glare and a faint cone of light. */
function tower(x: number, foot: number, height: number, lean: number): { back: string; front: string } {
  const head = foot - height
  const wide = height * 0.3
  const rows = 3
  const columns = 5
  const cell = wide / columns
  const lamps: Point[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      lamps.push([x - wide / 2 + cell * (column + 0.5), head + cell * 0.72 * row + lean * (column - 2)])
    }
  }
  const mast = height * 0.014
  const rungs = Array.from({ length: 14 }, (_, i) => {
    const y = head + cell * 2 + ((foot - head) * i) / 15
    const step = (foot - head) / 15
    return `M${px(x - mast)} ${px(y)}L${px(x + mast)} ${px(y + step)}M${px(x + mast)} ${px(y)}L${px(x - mast)} ${px(y + step)}`
  }).join('')
  const spots = (r: number, paint: string, rest = '') =>
    lamps
      .map(([a, b]) => `<circle cx="${px(a)}" cy="${px(b)}" r="${px(r)}" fill="${paint}" ${rest}/>`)
      .join('')
  const middle = head + cell * 0.7
  const cone = polygon([
    [x - wide * 0.5, middle],
    [x + wide * 0.5, middle],
    [900 + (x - 900) * 0.2 + height * 1.1, horizon + 160],
    [900 + (x - 900) * 0.2 - height * 1.1, horizon + 160],
  ])
  return {
    back: `<path d="${cone}" fill="url(#cone)" filter="url(#far)"/><circle cx="${x}" cy="${px(middle)}" r="${px(height * 0.62)}" fill="${ink.amber}" opacity=".2" filter="url(#glare)"/><circle cx="${x}" cy="${px(middle)}" r="${px(height * 0.2)}" fill="${ink.lamp}" opacity=".6" filter="url(#glare)"/>`,
    front: `<path d="M${px(x - mast)} ${px(head)}V${foot}M${px(x + mast)} ${px(head)}V${foot}${rungs}" stroke="#060d1b" stroke-width="${px(Math.max(1.2, height * 0.007))}" fill="none"/><rect x="${px(x - wide * 0.54)}" y="${px(head - cell * 0.5)}" width="${px(wide * 1.08)}" height="${px(cell * 2.5)}" rx="3" fill="#0a1426"/>${spots(cell * 0.44, ink.amber, 'filter="url(#lens)"')}${spots(cell * 0.3, '#fffaf0')}`,
  }
}

/** Trees beyond the fence: an uneven, rounded skyline. */
function trees(base: number, height: number, seed: number, fill: string): string {
  const random = seeded(seed)
  let d = `M-20 ${base + 30}L-20 ${base - height * 0.6}`
  let level = base - height * 0.6
  for (let x = -20; x < 1640; ) {
    const step = 9 + random() * 20
    const next = base - height * (0.45 + random() * 0.3 + 0.35 * Math.sin(x / 90 + seed) ** 2)
    d += `Q${px(x + step * 0.4)} ${px(Math.min(level, next) - step * 0.55)} ${px(x + step)} ${px(next)}`
    level = next
    x += step
  }
  return `<path d="${d}L1640 ${base + 30}Z" fill="${fill}"/>`
}

const clouds = [
  [1180, 372, 420, 12],
  [760, 404, 520, 9],
  [1420, 318, 300, 9],
  [980, 336, 260, 7],
  [1280, 424, 520, 8],
  [520, 352, 360, 8],
]
  .map(([x, y, rx, ry]) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`)
  .join('')

/** The outfield mown in alternating bands towards the fence. */
function mowing(): string {
  let d = ''
  for (let z = 34; z < 130; z += 12) {
    d += polygon(
      onGround(camera, [
        [-160, z],
        [160, z],
        [160, z + 6],
        [-160, z + 6],
      ]),
    )
  }
  return `<path d="${d}" fill="#2d6a52" opacity=".5"/>`
}

/** The clay round the plate and the base paths, with the inner diamond left green. */
function infield(): string {
  const ring = (centre: number, radius: number): Point[] =>
    Array.from({ length: 72 }, (_, i) => {
      const turn = (i / 72) * 2 * Math.PI
      return [Math.sin(turn) * radius, Math.max(0.6, centre + Math.cos(turn) * radius)]
    })
  const clay = polygon(onGround(camera, ring(20.7, 29)))
  const green = polygon(
    onGround(camera, [
      [0, 7],
      [15.2, 21.7],
      [0, 37],
      [-15.2, 21.7],
    ]),
  )
  const mound = polygon(onGround(camera, ring(20.7, 2.7)))
  return `<path d="${clay}" fill="url(#clay)"/><path d="${green}" fill="url(#infield)"/><path d="${mound}" fill="#99583a"/>`
}

function chalk(): string {
  const foul = [-1, 1]
    .map((side) => {
      const plate = 2.3
      const start = 3.42
      const end = 66
      const w = 0.075
      return polygon(
        onGround(camera, [
          [side * (start - plate - w), start],
          [side * (start - plate + w), start],
          [side * (end - plate + 4 * w), end],
          [side * (end - plate), end],
        ]),
      )
    })
    .join('')
  const boxes = [-1, 1]
    .map((side) => {
      const inner = side * 0.37
      const outer = side * 1.5
      const w = side * 0.06
      return [
        [
          [inner, 1.5],
          [inner + w, 1.5],
          [inner + w, 3.4],
          [inner, 3.4],
        ],
        [
          [outer - w, 1.5],
          [outer, 1.5],
          [outer, 3.4],
          [outer - w, 3.4],
        ],
        [
          [inner, 3.31],
          [outer, 3.31],
          [outer, 3.42],
          [inner, 3.42],
        ],
        [
          [inner, 1.5],
          [outer, 1.5],
          [outer, 1.55],
          [inner, 1.55],
        ],
      ]
        .map((shape) => polygon(onGround(camera, shape as unknown as Point[])))
        .join('')
    })
    .join('')
  const bag = (x: number, z: number) => {
    const [a, b] = project(camera, x, 0, z)
    const w = (camera.focal / z) * 0.3
    return `<path d="M${px(a - w)} ${px(b)}l${px(w * 0.4)} ${px(-w * 0.36)}h${px(w * 1.2)}l${px(w * 0.4)} ${px(w * 0.36)}v${px(w * 0.28)}h${px(-2 * w)}Z" fill="#fff6e4"/>`
  }
  const plate = onGround(camera, homePlate(0, 2.3))
  const edge = plate.map(([x, y]): Point => [x, y + 9])
  return `<path d="${foul}${boxes}" fill="url(#lime)" filter="url(#worn)"/>${bag(-19.2, 21.7)}${bag(19.2, 21.7)}${bag(0, 40)}<path d="${polygon(edge)}" fill="#3a1f1c"/><path d="${polygon(plate)}" fill="url(#plate)"/><path d="${line([...plate.slice(1, 4)])}" fill="none" stroke="#fffdf6" stroke-width="2"/>`
}

/** Grains and clods that catch the low light on the clay. */
function clods(): string {
  const random = seeded(31)
  let light = ''
  let dark = ''
  for (let i = 0; i < 5200; i += 1) {
    const z = 1 + random() ** 2 * 9
    const [x, y] = project(camera, (random() * 2 - 1) * 7, 0, z)
    const size = 0.6 + (random() * 5) / z
    const mark = `M${at([x, y])}h${px(size)}`
    if (i % 2) light += mark
    else dark += mark
  }
  return `<path d="${light}" stroke="#e2a06c" stroke-width="1.4" opacity=".34"/><path d="${dark}" stroke="#1d0d12" stroke-width="1.6" opacity=".42"/>`
}

/** The empty field at dusk, seen low from behind home plate. */
export function duskField(): string {
  const towers = [
    tower(1265, 476, 356, 0.8),
    tower(1508, 490, 446, 1.4),
    tower(640, 474, 236, -0.6),
    tower(1010, 472, 150, 0.2),
  ]
  const random = seeded(12)
  const stars = Array.from({ length: 120 }, () => {
    const y = random() ** 1.4 * 260
    return `<circle cx="${px(random() * 1600)}" cy="${px(y)}" r="${px(0.5 + random() * 0.9)}" opacity="${(0.15 + random() * 0.5).toFixed(2)}"/>`
  }).join('')
  const fence = Array.from({ length: 24 }, (_, i) => `M${i * 70} 462V481`).join('')
  const definitions = [
    linear(
      'sky',
      [0, 0],
      [0, horizon],
      [
        [0, '#071225'],
        [0.36, '#12264b'],
        [0.62, '#3a3c68'],
        [0.8, '#8d4f5c'],
        [0.93, '#e0814a'],
        [1, '#ffc477'],
      ],
    ),
    radial(
      'sun',
      [930, 476],
      640,
      [
        [0, '#ffdf9c', 0.9],
        [0.4, ink.ember, 0.32],
        [1, ink.ember, 0],
      ],
      0.42,
    ),
    linear(
      'cone',
      [0, 80],
      [0, 640],
      [
        [0, ink.lamp, 0.2],
        [1, ink.lamp, 0],
      ],
    ),
    linear(
      'outfield',
      [0, horizon],
      [0, 640],
      [
        [0, '#3f7a58'],
        [0.3, '#1f5345'],
        [1, '#0e302f'],
      ],
    ),
    linear(
      'clay',
      [0, 486],
      [0, 900],
      [
        [0, '#c77f4c'],
        [0.18, '#8d4c34'],
        [0.5, '#5c3029'],
        [1, '#24141b'],
      ],
    ),
    linear(
      'infield',
      [0, 490],
      [0, 590],
      [
        [0, '#3d7d59'],
        [1, '#17473d'],
      ],
    ),
    linear(
      'lime',
      [0, 480],
      [0, 900],
      [
        [0, '#ffe9c4'],
        [0.4, '#f3ead9'],
        [1, '#a9a7ad'],
      ],
    ),
    linear(
      'plate',
      [0, 730],
      [0, 800],
      [
        [0, '#fffaf0'],
        [1, '#aeb3c2'],
      ],
    ),
    radial(
      'wet',
      [1180, 640],
      620,
      [
        [0, '#ffcf8a', 0.34],
        [1, '#ffcf8a', 0],
      ],
      0.36,
    ),
    blur('far', 16),
    blur('glare', 34),
    blur('lens', 4),
    blur('worn', 0.9),
    blur('mist', 12),
    blur('streak', 5),
  ].join('')
  const drawing = [
    wash('url(#sky)'),
    `<g fill="#fff">${stars}</g>`,
    wash('url(#sun)'),
    `<g fill="#ffb27a" opacity=".34" filter="url(#streak)">${clouds}</g>`,
    `<g style="mix-blend-mode:screen">${towers.map(({ back }) => back).join('')}</g>`,
    trees(474, 44, 4, '#33305a'),
    trees(478, 30, 6, '#161d3b'),
    towers.map(({ front }) => front).join(''),
    `<rect y="${horizon}" width="1600" height="440" fill="url(#outfield)"/>`,
    mowing(),
    `<rect y="463" width="1600" height="18" fill="#0a1830"/><path d="${fence}" stroke="#1d3258" stroke-width="2"/><rect y="461" width="1600" height="3" fill="${ink.red}"/>`,
    infield(),
    clods(),
    wash('url(#wet)', 'style="mix-blend-mode:screen"'),
    chalk(),
    `<rect x="-40" y="470" width="1680" height="26" fill="#ffc98a" opacity=".22" filter="url(#mist)"/>`,
  ].join('\n')
  return scene(definitions, drawing, 0.66)
}
