import { ball } from './ball.ts'
import { at, blur, line, linear, type Point, polygon, px, radial, scene, seeded, wash } from './canvas.ts'
import { ink } from './palette.ts'
import { type Camera, homePlate, onGround, project, scaleAt } from './perspective.ts'

const camera: Camera = { vanishing: [905, 440], focal: 800, eye: 1.5 }
const half = 2.15
const top = 3.5
const near = 0.55
const far = 13.5
const poles = [1.9, 3.8, 5.7, 7.6, 9.5, 11.4, 13.3]

/** Netting hangs between its poles: it bellies out a little and sags from the top cable. */
const belly = (z: number) => Math.abs(Math.sin(((z - 1.9) / 1.9) * Math.PI)) * 0.07

type Surface = (across: number, z: number) => Point

const wall =
  (side: number): Surface =>
  (height, z) =>
    project(camera, side * (half + belly(z)), height, z)
const roof: Surface = (x, z) => project(camera, x, top - belly(z) * 1.6, z)

/** Diamond mesh on a surface, cut by depth so that the cord thins with distance. */
function netting(surface: Surface, from: number, to: number, paint: string): string {
  const cell = 0.26
  const span = to - from
  const bands = new Map<number, string>()
  for (let start = near - span; start < far; start += cell) {
    for (const direction of [1, -1]) {
      let previous: Point | undefined
      for (let step = 0; step <= 26; step += 1) {
        const across = direction === 1 ? from + (span * step) / 26 : to - (span * step) / 26
        const z = start + (span * step) / 26
        if (z < near || z > far) {
          previous = undefined
          continue
        }
        const here = surface(across, z)
        if (previous !== undefined) {
          const band = Math.round(Math.log2(z) * 3)
          bands.set(band, `${bands.get(band) ?? ''}M${at(previous)}L${at(here)}`)
        }
        previous = here
      }
    }
  }
  return [...bands]
    .map(([band, d]) => {
      const z = 2 ** (band / 3)
      return `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${(Math.min(3.2, 0.5 + 2.3 / z)).toFixed(2)}"/>`
    })
    .join('')
}

/** A steel portal carrying the nets, its inner edges lit by the lamps. */
function portal(z: number): string {
  const pole = 0.045
  const [left, right] = [-half, half].map((x) => project(camera, x, 0, z)) as [Point, Point]
  const [upLeft, upRight] = [-half, half].map((x) => project(camera, x, top, z)) as [Point, Point]
  const wide = scaleAt(camera, z) * pole
  const frame = line([left, upLeft, upRight, right])
  return `<path d="${frame}" fill="none" stroke="#081426" stroke-width="${px(wide * 2)}"/><path d="${frame}" fill="none" stroke="url(#steel)" stroke-width="${px(Math.max(0.8, wide * 0.5))}"/>`
}

function lamp(z: number): string {
  const tubes = [-1.05, 1.05].map((x) => {
    const shape = polygon(
      (
        [
          [x - 0.13, z - 0.4],
          [x + 0.13, z - 0.4],
          [x + 0.13, z + 0.4],
          [x - 0.13, z + 0.4],
        ] as const
      ).map(([a, b]) => project(camera, a, top - 0.25, b)),
    )
    return shape
  })
  const d = tubes.join('')
  return `<path d="${d}" fill="${ink.amber}" filter="url(#halo)" opacity=".9"/><path d="${d}" fill="${ink.amber}" filter="url(#bloom)"/><path d="${d}" fill="#fff6df"/>`
}

function pool(z: number): string {
  const [x, y] = project(camera, 0, 0, z)
  const s = scaleAt(camera, z)
  return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(s * 1.15)}" ry="${px((s * 0.42 * camera.eye) / z)}" fill="${ink.lamp}" opacity="${(0.1 + z * 0.012).toFixed(2)}" filter="url(#spill)"/>`
}

/** Light hanging in the dust below a lamp. */
function beam(z: number): string {
  return [-1.05, 1.05]
    .map((x) => {
      const places = [
        [x - 0.13, top - 0.25],
        [x + 0.13, top - 0.25],
        [x + 1.1, 0],
        [x - 1.1, 0],
      ] as const
      return `<path d="${polygon(places.map(([a, b]) => project(camera, a, b, z)))}" filter="url(#spill)"/>`
    })
    .join('')
}

/** Bristles of the turf, smaller towards the machine. */
function turf(): string {
  const random = seeded(9)
  const tints = ['#3d6f58', '#071a19', '#1a4a40']
  const paths = tints.map(() => '')
  for (let i = 0; i < 16000; i += 1) {
    const z = 1.7 + random() ** 1.7 * 9
    const [x, y] = project(camera, (random() * 2 - 1) * half * 1.02, 0, z)
    const tall = scaleAt(camera, z) * 0.03 * (0.5 + random())
    paths[i % 3] += `M${px(x)} ${px(y)}l${px((random() - 0.5) * tall)} ${px(-tall)}`
  }
  return paths
    .map((d, i) => `<path d="${d}" stroke="${tints[i]}" stroke-width="1.1" opacity=".55"/>`)
    .join('')
}

function chalk(): string {
  const strip = (a: Point, b: Point, c: Point, d: Point) => polygon(onGround(camera, [a, b, c, d]))
  const boxes = [-1, 1]
    .map((side) => {
      const inner = side * 0.38
      const outer = side * 1.55
      const w = 0.065
      return (
        strip([inner, 1.2], [inner + side * w, 1.2], [inner + side * w, 4], [inner, 4]) +
        strip([outer - side * w, 1.2], [outer, 1.2], [outer, 4], [outer - side * w, 4]) +
        strip([inner, 3.94], [outer, 3.94], [outer, 4.02], [inner, 4.02])
      )
    })
    .join('')
  return `<path d="${boxes}" fill="${ink.chalk}" opacity=".62" filter="url(#worn)"/><path d="${polygon(onGround(camera, homePlate(0, 2.55)))}" fill="url(#plate)"/>`
}

/** A two-wheel pitching machine on its tripod, seen from the front. */
function machine(): string {
  const z = 8.2
  const s = scaleAt(camera, z)
  const [x, ground] = project(camera, 0, 0, z)
  const up = (metres: number) => px(ground - metres * s)
  const off = (metres: number) => px(x + metres * s)
  const legs = [-0.78, 0, 0.78]
    .map((foot) => `M${off(foot * 0.1)} ${up(0.95)}L${off(foot)} ${up(foot === 0 ? -0.12 : 0)}`)
    .join('')
  const wheel = (middle: number) =>
    `<rect x="${off(-0.1)}" y="${up(middle + 0.24)}" width="${px(0.2 * s)}" height="${px(0.48 * s)}" rx="${px(0.07 * s)}" fill="url(#rubber)"/><rect x="${off(-0.17)}" y="${up(middle + 0.05)}" width="${px(0.34 * s)}" height="${px(0.1 * s)}" rx="2" fill="${ink.red}"/>`
  const balls = (places: readonly Point[]) =>
    places.map(([a, b]) => `<circle cx="${off(a)}" cy="${up(b)}" r="${px(0.075 * s)}"/>`).join('')
  const queue = balls([
    [0.42, 1.77],
    [0.58, 1.86],
    [0.74, 1.955],
    [0.9, 2.05],
  ])
  const bucket = balls([
    [-1.33, 0.52],
    [-1.19, 0.54],
    [-1.05, 0.52],
  ])
  return `<ellipse cx="${px(x)}" cy="${px(ground)}" rx="${px(s)}" ry="${px(s * 0.12)}" fill="#020810" opacity=".7" filter="url(#bloom)"/>
<path d="${legs}" stroke="#071021" stroke-width="${px(0.075 * s)}" stroke-linecap="round"/>
<path d="M${off(-0.3)} ${up(1.02)}V${up(2.02)}H${off(0.3)}V${up(1.02)}" fill="none" stroke="#0a152a" stroke-width="${px(0.09 * s)}" stroke-linejoin="round"/>
<path d="M${off(0.28)} ${up(1.98)}V${up(1.05)}" stroke="${ink.lamp}" stroke-width="1.4" opacity=".7"/>
<rect x="${off(-0.4)}" y="${up(1.06)}" width="${px(0.8 * s)}" height="${px(0.2 * s)}" rx="3" fill="#0a152a"/>
${wheel(1.24)}${wheel(1.8)}<circle cx="${px(x)}" cy="${up(1.52)}" r="${px(0.085 * s)}" fill="#fff8e6"/>
<path d="M${off(0.1)} ${up(1.5)}L${off(0.92)} ${up(1.98)}" stroke="#0a152a" stroke-width="${px(0.15 * s)}" stroke-linecap="round"/><g fill="#fff3d6">${queue}</g>
<g fill="#f3e4c4">${bucket}</g><path d="M${off(-1.42)} ${up(0.5)}H${off(-0.96)}L${off(-1.02)} ${up(0)}H${off(-1.36)}Z" fill="#0d1a33"/><path d="M${off(-1.42)} ${up(0.5)}H${off(-0.96)}" stroke="${ink.red}" stroke-width="3.5"/><path d="M${off(-0.965)} ${up(0.5)}L${off(-1.025)} ${up(0)}" stroke="${ink.lamp}" stroke-width="1.6" opacity=".8"/>`
}

/** The ball on its way: a streak back to the machine, three ghosts, the ball. */
function pitch(): { definitions: string; drawing: string } {
  const start = project(camera, 0, 1.52, 8.2)
  const centre: Point = [1106, 352]
  const flying = ball({ id: 'pitch', centre, radius: 41, spin: [0.3, 0.6, 0.9] })
  const dx = centre[0] - start[0]
  const dy = centre[1] - start[1]
  const length = Math.hypot(dx, dy)
  const nx = (-dy / length) * 36
  const ny = (dx / length) * 36
  const tail = polygon([start, [centre[0] + nx, centre[1] + ny], [centre[0] - nx, centre[1] - ny]])
  return {
    definitions:
      flying.definitions +
      linear('tail', start, centre, [
        [0, ink.lamp, 0],
        [0.5, ink.lamp, 0.1],
        [1, ink.chalk, 0.75],
      ]),
    drawing: `<path d="${tail}" fill="url(#tail)" filter="url(#streak)"/>${flying.drawing}`,
  }
}

/** The batter's own barrel, held ready at the lower right. */
const barrel = `<g transform="translate(1650 985) rotate(38)"><path d="M40 -46L-330 -60C-420 -62 -478 -58 -498 -40C-512 -26 -512 24 -498 38C-478 56 -420 60 -330 58L40 44Z" fill="url(#wood)"/><path d="M40 -46L-330 -60C-420 -62 -478 -58 -498 -40C-512 -26 -512 24 -498 38C-478 56 -420 60 -330 58L40 44Z" filter="url(#figure)" opacity=".55" style="mix-blend-mode:multiply"/><path d="M20 -30L-330 -42C-410 -44 -462 -42 -484 -28" fill="none" stroke="#fff1d2" stroke-width="7" stroke-linecap="round" opacity=".75" filter="url(#worn)"/><path d="M-236 -61.5h26v120h-26z" fill="${ink.red}" opacity=".9"/><path d="M-236 -61.5h26v120h-26z" fill="url(#band)"/></g>`

/** From the batter's box down a lit cage to the pitching machine. */
export function cageTunnel(): string {
  const incoming = pitch()
  const corner = (x: number, y: number, z: number) => project(camera, x, y, z)
  const floor = polygon([
    corner(-half, 0, near),
    corner(half, 0, near),
    corner(half, 0, far),
    corner(-half, 0, far),
  ])
  const back = polygon([
    corner(-half, 0, far),
    corner(half, 0, far),
    corner(half, top, far),
    corner(-half, top, far),
  ])
  const definitions = [
    incoming.definitions,
    radial('room', camera.vanishing, 900, [
      [0, '#3a4f78'],
      [0.22, '#1d3560'],
      [0.6, ink.navy],
      [1, ink.night],
    ]),
    radial('end', [905, 420], 330, [
      [0, '#fff0c8', 0.98],
      [0.3, '#f7b25c', 0.72],
      [0.62, '#b0603a', 0.3],
      [1, ink.ember, 0],
    ]),
    linear(
      'floor',
      [0, 500],
      [0, 900],
      [
        [0, '#8d8a55'],
        [0.14, '#3b6a54'],
        [0.5, '#174840'],
        [1, '#08201f'],
      ],
    ),
    radial('cord', camera.vanishing, 980, [
      [0, '#ffd796', 0.95],
      [0.22, '#f0cf98', 0.6],
      [0.5, '#a9bfe4', 0.5],
      [1, '#86a2d4', 0.34],
    ]),
    radial('steel', camera.vanishing, 900, [
      [0, '#fff0cd'],
      [0.3, '#d3a86a'],
      [1, '#4d658f'],
    ]),
    linear(
      'plate',
      [0, 690],
      [0, 910],
      [
        [0, '#fffaf0'],
        [1, '#b9b7b6'],
      ],
    ),
    linear(
      'wood',
      [0, -60],
      [0, 60],
      [
        [0, '#f0c98c'],
        [0.3, '#c98b4a'],
        [0.7, '#6d3f22'],
        [1, '#1d1420'],
      ],
    ),
    linear(
      'band',
      [0, -60],
      [0, 60],
      [
        [0.2, '#000', 0],
        [1, '#0b0b18', 0.85],
      ],
    ),
    `<filter id="figure" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".006 .16" numOctaves="3" seed="5"/><feColorMatrix values="0 0 0 0 .35  0 0 0 0 .18  0 0 0 0 .08  0 2.4 0 0 -.9"/><feComposite in2="SourceAlpha" operator="in"/></filter>`,
    linear(
      'beam',
      [0, 0],
      [0, 1],
      [
        [0, ink.amber, 0.3],
        [1, ink.amber, 0],
      ],
      true,
    ),
    blur('halo', 40),
    blur('spill', 24),
    linear(
      'rubber',
      [0, 0],
      [1, 0],
      [
        [0, '#050b16'],
        [0.6, '#22324f'],
        [1, '#0a1326'],
      ],
      true,
    ),
    blur('bloom', 9),
    blur('worn', 1.2),
    blur('streak', 3),
  ].join('')
  const depths = [12.6, 10.6, 8.6, 6.6, 4.7, 2.9]
  const drawing = [
    wash('url(#room)'),
    `<path d="${back}" fill="#6b4a3a"/>`,
    `<path d="${floor}" fill="url(#floor)"/>`,
    turf(),
    `<g style="mix-blend-mode:screen">${depths.map(pool).join('')}</g>`,
    chalk(),
    wash('url(#end)'),
    netting(wall(-1), 0, top, 'url(#cord)'),
    netting(wall(1), 0, top, 'url(#cord)'),
    netting(roof, -half, half, 'url(#cord)'),
    [...poles].reverse().map(portal).join(''),
    depths.map(lamp).join(''),
    machine(),
    `<g fill="url(#beam)" style="mix-blend-mode:screen">${depths.slice(2).map(beam).join('')}</g>`,
    incoming.drawing,
    barrel,
  ].join('\n')
  return scene(definitions, drawing, 0.66)
}
