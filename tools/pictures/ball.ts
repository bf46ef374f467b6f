import { blur, line, type Point, px, radial } from './canvas.ts'
import { ink } from './palette.ts'

type Vector = readonly [number, number, number]

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

const unit = (v: Vector): Vector => {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}

const along = (p: Vector, a: Vector, s: number, b: Vector, t: number): Vector =>
  unit([p[0] + a[0] * s + b[0] * t, p[1] + a[1] * s + b[1] * t, p[2] + a[2] * s + b[2] * t])

function turn([x, y, z]: Vector, [rx, ry, rz]: Vector): Vector {
  const y1 = y * Math.cos(rx) - z * Math.sin(rx)
  const z1 = y * Math.sin(rx) + z * Math.cos(rx)
  const x2 = x * Math.cos(ry) + z1 * Math.sin(ry)
  const z2 = -x * Math.sin(ry) + z1 * Math.cos(ry)
  return [x2 * Math.cos(rz) - y1 * Math.sin(rz), x2 * Math.sin(rz) + y1 * Math.cos(rz), z2]
}

/** The closed seam curve on the unit sphere; t runs from 0 to 4π. */
function seamAt(t: number): Vector {
  const bend = 0.4
  const polar = Math.PI / 2 - (Math.PI / 2 - bend) * Math.cos(t)
  const azimuth = t / 2 + bend * Math.sin(2 * t)
  return [Math.sin(polar) * Math.cos(azimuth), Math.sin(polar) * Math.sin(azimuth), Math.cos(polar)]
}

/** `count` places at equal distances along the seam, each with the direction of travel. */
function seam(count: number, spin: Vector): { place: Vector; forward: Vector }[] {
  const fine = 6000
  const curve = Array.from({ length: fine + 1 }, (_, i) => turn(seamAt((i / fine) * 4 * Math.PI), spin))
  const travelled = [0]
  let total = 0
  curve.forEach((point, i) => {
    const previous = curve[i - 1]
    if (previous === undefined) return
    total += Math.hypot(point[0] - previous[0], point[1] - previous[1], point[2] - previous[2])
    travelled.push(total)
  })
  let cursor = 0
  return Array.from({ length: count }, (_, i) => {
    while ((travelled[cursor + 1] ?? total) < (i / count) * total) cursor += 1
    const place = curve[cursor] ?? curve[0] ?? [0, 0, 1]
    const next = curve[cursor + 1] ?? place
    return { place, forward: unit([next[0] - place[0], next[1] - place[1], next[2] - place[2]]) }
  })
}

/** Consecutive visible points as separate strokes: the far side of the ball is not drawn. */
function visibleRuns(points: readonly Vector[], show: (v: Vector) => Point): string {
  const runs: Point[][] = []
  let run: Point[] = []
  for (const point of points) {
    if (point[2] > 0.01) run.push(show(point))
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  if (run.length > 0) runs.push(run)
  return runs
    .filter((each) => each.length > 1)
    .map(line)
    .join('')
}

type Ball = { id: string; centre: Point; radius: number; spin: Vector }

/**
 * A leather ball with its 108 double stitches, set on the real seam curve and lit from the upper right.
 * Small balls leave the fine work away. Returns definitions and drawing, to be placed by the scene.
 */
export function ball({ id, centre, radius, spin }: Ball): { definitions: string; drawing: string } {
  const [cx, cy] = centre
  const show = (v: Vector): Point => [cx + v[0] * radius, cy - v[1] * radius]
  const close = radius > 120
  const stitches = seam(108, spin).filter(({ place }) => place[2] > 0.04)
  const leg = (side: number, from = 0.012, to = 0.098) =>
    stitches
      .map(({ place, forward }) => {
        const across = cross(place, forward)
        const inner = along(place, across, side * from, forward, -0.012)
        const belly = along(place, across, side * ((from + to) / 2), forward, 0.008)
        const outer = along(place, across, side * to, forward, 0.05)
        const [ix, iy] = show(inner)
        const [bx, by] = show([belly[0] * 1.012, belly[1] * 1.012, belly[2]])
        const [ox, oy] = show(outer)
        return `M${px(ix)} ${px(iy)}Q${px(bx)} ${px(by)} ${px(ox)} ${px(oy)}`
      })
      .join('')
  const legs = leg(1) + leg(-1)
  const holes = stitches
    .flatMap(({ place, forward }) =>
      [1, -1].map((side) => along(place, cross(place, forward), side * 0.1, forward, 0.051)),
    )
    .map((hole) => show(hole))
    .map(([x, y]) => `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius * 0.0115)}"/>`)
    .join('')
  const groove = visibleRuns(
    seam(900, spin).map(({ place }) => place),
    show,
  )
  const stroke = (width: number, colour: string, rest = '') =>
    `<path d="${legs}" fill="none" stroke="${colour}" stroke-width="${px(radius * width)}" stroke-linecap="round" ${rest}/>`
  const light: Point = [cx + radius * 0.36, cy - radius * 0.42]
  const disc = (paint: string, rest = '') =>
    `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${paint}" ${rest}/>`

  const definitions = [
    radial(`${id}-skin`, light, radius * 1.52, [
      [0, '#fffaf0'],
      [0.3, '#f1e8d8'],
      [0.55, '#b9b2ab'],
      [0.76, '#59617a'],
      [0.93, '#1c2a4a'],
      [1, '#101d38'],
    ]),
    radial(`${id}-shade`, light, radius * 1.5, [
      [0.4, '#0b1b33', 0],
      [0.78, '#0b1b33', 0.6],
      [1, '#060f20', 0.86],
    ]),
    radial(`${id}-rim`, [cx + radius * 0.16, cy - radius * 0.12], radius * 1.2, [
      [0.8, '#7fa4e0', 0],
      [1, '#8fb2ea', 0.42],
    ]),
    `<clipPath id="${id}-edge"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath>`,
    blur(`${id}-soft`, radius * 0.02),
    `<filter id="${id}-leather" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".11" numOctaves="4" seed="11"/><feDiffuseLighting surfaceScale="1.5" lighting-color="#fff"><feDistantLight azimuth="-50" elevation="58"/></feDiffuseLighting></filter>`,
  ].join('')

  const texture = close
    ? disc('#fff', `filter="url(#${id}-leather)" style="mix-blend-mode:soft-light" opacity=".62"`)
    : ''
  const fine = close
    ? `<path d="${groove}" fill="none" stroke="#3b2f2c" stroke-width="${px(radius * 0.2)}" opacity=".16" filter="url(#${id}-soft)"/>
<path d="${groove}" fill="none" stroke="#fffdf6" stroke-width="${px(radius * 0.05)}" opacity=".5" transform="translate(${px(radius * 0.01)} ${px(-radius * 0.012)})" filter="url(#${id}-soft)"/>
<path d="${groove}" fill="none" stroke="#4a3a36" stroke-width="${px(radius * 0.012)}" opacity=".75"/>
<g fill="#2c1512" opacity=".7">${holes}</g>`
    : ''
  const threads = close
    ? `${stroke(0.04, '#2a0d10', `opacity=".5" transform="translate(${px(-radius * 0.012)} ${px(radius * 0.016)})" filter="url(#${id}-soft)"`)}${stroke(0.036, ink.oxblood)}${stroke(0.027, ink.red)}${stroke(0.008, '#ff9a94', `opacity=".75" transform="translate(${px(radius * 0.005)} ${px(-radius * 0.007)})"`)}`
    : stroke(0.05, ink.red)
  const drawing = `<g clip-path="url(#${id}-edge)">${disc(`url(#${id}-skin)`)}${texture}${fine}${threads}${disc(`url(#${id}-shade)`)}${disc(`url(#${id}-rim)`)}</g>`
  return { definitions, drawing }
}
