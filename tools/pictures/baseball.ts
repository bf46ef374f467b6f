import { ball } from './ball.ts'
import { blur, linear, px, radial, scene, seeded, wash } from './canvas.ts'
import { ink } from './palette.ts'

const floor = 640

type Band = {
  from: number
  to: number
  count: number
  height: number
  soft: number
  tint: readonly string[]
  seed: number
}

/** A depth of grass: blades stand between two heights on the sheet, longer and wider towards the eye. */
function grass({ from, to, count, height, soft, tint, seed }: Band): string {
  const random = seeded(seed)
  const blades = tint.map(() => '')
  for (let i = 0; i < count; i += 1) {
    const foot = from + (to - from) * (i / count)
    const x = random() * 1680 - 40
    const tall = height * (0.55 + random() * 0.75)
    const lean = (random() - 0.5) * tall * 1.1
    const wide = tall * 0.075 + 0.6
    const colour = Math.floor(random() * tint.length)
    blades[colour] +=
      `M${px(x)} ${px(foot + tall * 0.4)}Q${px(x - wide * 1.6)} ${px(foot - tall * 0.4)} ${px(x + lean)} ${px(foot - tall)}Q${px(x + lean * 0.25 + wide * 1.6)} ${px(foot - tall * 0.4)} ${px(x)} ${px(foot + tall * 0.4)}Z`
  }
  const drawn = blades.map((d, i) => `<path d="${d}" fill="${tint[i]}"/>`).join('')
  return `<g ${soft > 0 ? `filter="url(#soft-${soft})"` : ''}>${drawn}</g>`
}

/** Lamps far out of focus: discs of light, brighter at the rim as a lens draws them. */
function lamps(): string {
  const random = seeded(23)
  return Array.from({ length: 26 }, (_, i) => {
    const x = 520 + random() * 1120
    const y = 40 + random() * 330
    const r = 16 + random() * 46
    const colour = [ink.lamp, ink.amber, ink.haze, ink.amber][i % 4]
    const strength = (0.05 + random() * 0.16) * Math.min(1, (x - 380) / 700)
    return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(r)}" fill="${colour}" fill-opacity="${strength.toFixed(2)}" stroke="${colour}" stroke-opacity="${(strength * 0.9).toFixed(2)}" stroke-width="2"/>`
  }).join('')
}

/** A baseball lying in dark turf under the lamps; without grain it packs into a small PNG. */
export function baseball(grain = 0.1): string {
  const hero = ball({ id: 'hero', centre: [1030, 432], radius: 312, spin: [1.25, 0.75, 0.55] })
  const definitions = [
    hero.definitions,
    linear(
      'sky',
      [0, 0],
      [0, floor],
      [
        [0, ink.night],
        [0.6, ink.navy],
        [1, '#1b3157'],
      ],
    ),
    radial('glow', [1360, 150], 720, [
      [0, ink.amber, 0.5],
      [0.45, ink.ember, 0.15],
      [1, ink.ember, 0],
    ]),
    linear(
      'ground',
      [0, floor - 60],
      [0, 900],
      [
        [0, '#15423c'],
        [0.4, '#0c2a2b'],
        [1, '#04100f'],
      ],
    ),
    radial(
      'pool',
      [1250, 690],
      620,
      [
        [0, '#cfd98a', 0.32],
        [1, '#cfd98a', 0],
      ],
      0.3,
    ),
    radial(
      'under',
      [950, 742],
      430,
      [
        [0, '#01060b', 0.95],
        [0.55, '#01060b', 0.7],
        [1, '#01060b', 0],
      ],
      0.2,
    ),
    blur('soft-9', 9),
    blur('soft-4', 4),
    blur('soft-2', 1.4),
    blur('soft-7', 6),
    blur('bokeh', 2.2),
  ].join('')
  const drawing = [
    wash('url(#sky)'),
    wash('url(#glow)'),
    `<g filter="url(#bokeh)">${lamps()}</g>`,
    `<rect y="${floor - 40}" width="1600" height="300" fill="url(#ground)" filter="url(#soft-9)"/><rect y="${floor}" width="1600" height="260" fill="url(#ground)"/>`,
    grass({
      from: 606,
      to: 660,
      count: 900,
      height: 34,
      soft: 4,
      tint: ['#1b4f45', '#245a48', '#12382f'],
      seed: 3,
    }),
    grass({
      from: 655,
      to: 720,
      count: 800,
      height: 46,
      soft: 2,
      tint: ['#16443b', '#2c664c', '#0d2d29'],
      seed: 4,
    }),
    wash('url(#pool)', 'style="mix-blend-mode:screen"'),
    wash('url(#under)'),
    hero.drawing,
    grass({
      from: 722,
      to: 800,
      count: 900,
      height: 74,
      soft: 0,
      tint: ['#123d35', '#2f6e4e', '#0a2724', '#1c5142'],
      seed: 5,
    }),
    grass({
      from: 800,
      to: 900,
      count: 620,
      height: 112,
      soft: 2,
      tint: ['#0c2d29', '#1a4a3c', '#071d1c'],
      seed: 6,
    }),
    grass({ from: 905, to: 985, count: 170, height: 170, soft: 7, tint: ['#061a19', '#0b2a26'], seed: 8 }),
  ].join('\n')
  return scene(definitions, drawing, 0.72, grain)
}
