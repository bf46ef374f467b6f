import { ball } from './ball.ts'
import { blur, linear, type Point, px, radial, scene, seeded, wash } from './canvas.ts'
import { limb } from './figure.ts'
import { ink } from './palette.ts'

const hands: Point = [1010, 404]
const tip: Point = [1292, 268]

/** The batter at full extension, chest to the eye, in layers from the far side to the near one. */
const body = {
  hair: limb([
    [826, 268, 22],
    [792, 262, 32],
    [752, 284, 30],
    [714, 276, 17],
    [680, 250, 4],
  ]),
  rearLeg: `${limb([
    [858, 578, 96],
    [846, 630, 94],
    [832, 680, 76],
    [810, 716, 66],
    [790, 738, 64],
    [784, 745, 44],
    [760, 770, 38],
    [748, 784, 32],
  ])}M730 762C722 774 724 786 738 794L778 828C788 834 806 833 806 822C804 808 782 790 768 772Z`,
  frontLeg: `${limb([
    [894, 578, 98],
    [926, 630, 94],
    [962, 682, 72],
    [990, 724, 66],
    [1006, 746, 64],
    [1010, 753, 46],
    [1028, 784, 40],
    [1038, 802, 32],
  ])}M1018 790L1014 822C1014 829 1020 831 1030 831L1104 832C1116 832 1116 819 1104 815L1064 798L1050 782Z`,
  torso: `${limb([
    [876, 584, 118],
    [872, 548, 114],
    [862, 500, 98],
    [852, 446, 106],
    [848, 392, 124],
    [852, 356, 92],
  ])}${limb([
    [804, 372, 58],
    [852, 354, 62],
    [904, 358, 58],
  ])}${limb([
    [856, 350, 46],
    [858, 314, 40],
    [860, 296, 40],
  ])}`,
  head: `M822 268C816 226 838 202 868 201C898 201 914 222 915 245L956 254C965 257 965 264 957 265L912 264C911 272 914 279 919 286C921 290 916 291 912 292C912 302 908 310 898 311C888 312 880 312 874 316L846 312C830 304 824 290 822 268Z`,
  rearArm: limb([
    [806, 374, 60],
    [838, 422, 58],
    [850, 434, 60],
    [858, 440, 42],
    [890, 450, 42],
    [940, 434, 36],
    [992, 410, 26],
  ]),
  frontArm: limb([
    [902, 362, 60],
    [934, 388, 58],
    [944, 394, 58],
    [952, 398, 40],
    [976, 406, 38],
    [1000, 405, 30],
    [1014, 400, 26],
  ]),
  hands: limb([
    [984, 416, 30],
    [1012, 402, 36],
    [1030, 394, 30],
  ]),
}

const bat = (() => {
  const length = Math.hypot(tip[0] - hands[0], tip[1] - hands[1])
  const angle = (Math.atan2(tip[1] - hands[1], tip[0] - hands[0]) * 180) / Math.PI
  const shape = `M-44 -9C-50 -9 -50 9 -44 9L-38 5L60 6C130 8 170 14 ${length - 24} 15C${length + 4} 15 ${length + 4} -15 ${length - 24} -15C170 -14 130 -8 60 -6L-38 -5Z`
  return { shape, place: `translate(${hands[0]} ${hands[1]}) rotate(${px(angle)})` }
})()

/** Cage netting hung across the whole sheet, square-on and slightly slack. */
function net(): string {
  let d = ''
  const cell = 46
  for (let start = -1000; start < 2600; start += cell) {
    for (const slope of [1, -1]) {
      for (let y = -20; y <= 720; y += 37) {
        const x = start + slope * y * 0.86 + Math.sin(y / 170 + start / 400) * 9
        d += `${y === -20 ? 'M' : 'L'}${px(x)} ${px(y + Math.sin(x / 260) * 10)}`
      }
    }
  }
  return `<path d="${d}" fill="none" stroke="url(#cord)" stroke-width="1.7"/>`
}

/** Light breaking round the batter: long wedges from the lamp. */
function rays(): string {
  const random = seeded(17)
  const [x, y] = [1090, 250]
  let d = ''
  for (let turn = 0; turn < 2 * Math.PI; turn += 0.16 + random() * 0.2) {
    const wide = 0.02 + random() * 0.05
    const reach = 1500
    d += `M${x} ${y}L${px(x + Math.cos(turn) * reach)} ${px(y + Math.sin(turn) * reach)}L${px(x + Math.cos(turn + wide) * reach)} ${px(y + Math.sin(turn + wide) * reach)}Z`
  }
  return `<path d="${d}" fill="url(#ray)" filter="url(#mist)"/>`
}

/** Rubber crumb and dust thrown up by the back foot, and motes in the light. */
function dust(): string {
  const random = seeded(41)
  const thrown = Array.from({ length: 130 }, () => {
    const reach = random() ** 1.6
    const turn = Math.PI * (1.02 + random() * 0.42)
    const x = 770 + Math.cos(turn) * reach * 330
    const y = 822 + Math.sin(turn) * reach * 190
    return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(0.8 + random() * 2.6 * (1 - reach * 0.5))}" opacity="${(0.25 + random() * 0.55).toFixed(2)}"/>`
  }).join('')
  const motes = Array.from(
    { length: 90 },
    () =>
      `<circle cx="${px(560 + random() * 1000)}" cy="${px(60 + random() * 640)}" r="${px(0.6 + random() * 1.7)}" opacity="${(0.12 + random() * 0.4).toFixed(2)}"/>`,
  ).join('')
  return `<ellipse cx="720" cy="806" rx="170" ry="40" fill="${ink.amber}" opacity=".16" filter="url(#mist)"/><g fill="${ink.lamp}">${thrown}${motes}</g>`
}

/** The path of the barrel from behind the shoulder to the ball, as sweeping strokes that thicken towards the bat. */
function sweep(): string {
  const arcs = [
    [tip[0] - 4, tip[1] + 14, 30, 0.55],
    [tip[0] - 40, tip[1] + 40, 22, 0.38],
    [tip[0] - 84, tip[1] + 66, 14, 0.28],
  ] as const
  return arcs
    .map(([x, y, wide, strength], i) => {
      const inset = i * 44
      const outer = `M${640 + inset} ${300 + inset * 0.4}C${620 + inset} ${560 - inset * 0.3} ${1120 - inset * 0.2} ${620 - inset} ${x} ${y}`
      return `<path d="${outer}C${1110 - inset * 0.2} ${620 - inset - wide * 1.6} ${650 + inset} ${556 - inset * 0.3} ${640 + inset} ${300 + inset * 0.4}Z" fill="url(#sweep)" opacity="${strength}"/>`
    })
    .join('')
}

/** Light along the edges of a shape that face the lamp, at the upper right. */
function edgeLight(id: string, dx: number, dy: number, colour: string, strength: number): string {
  return `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"><feOffset in="SourceAlpha" dx="${dx}" dy="${dy}" result="moved"/><feComposite in="SourceAlpha" in2="moved" operator="out"/><feGaussianBlur stdDeviation="1" result="edge"/><feFlood flood-color="${colour}" flood-opacity="${strength}"/><feComposite in2="edge" operator="in"/><feComposite in2="SourceAlpha" operator="in" result="light"/><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="light"/></feMerge></filter>`
}

/** A softball batter at full extension, dark against the light of the cage. */
export function swing(): string {
  const struck = ball({ id: 'struck', centre: [1392, 196], radius: 40, spin: [0.4, 1.2, 0.5] })
  const layer = (shape: string) => `<g filter="url(#fold)"><path d="${shape}" filter="url(#melt)"/></g>`
  const definitions = [
    struck.definitions,
    linear(
      'wall',
      [0, 0],
      [0, 720],
      [
        [0, '#0a1830'],
        [0.6, '#17305a'],
        [1, '#33436b'],
      ],
    ),
    radial('burst', [1090, 270], 800, [
      [0, '#fff0cb', 0.98],
      [0.1, '#ffd48a', 0.85],
      [0.3, '#f0953f', 0.62],
      [0.62, '#9a4a32', 0.42],
      [1, '#5c2f3c', 0],
    ]),
    radial('ray', [1090, 250], 1000, [
      [0, ink.lamp, 0.34],
      [0.5, ink.amber, 0.12],
      [1, ink.amber, 0],
    ]),
    radial('cord', [1090, 270], 900, [
      [0, '#5f3a1e', 0.42],
      [0.4, '#c99a68', 0.4],
      [0.8, '#8ea9d8', 0.3],
      [1, '#7c98c8', 0.2],
    ]),
    linear(
      'floor',
      [0, 690],
      [0, 900],
      [
        [0, '#3c4a49'],
        [0.2, '#1a3f3b'],
        [1, '#051517'],
      ],
    ),
    radial(
      'spill',
      [1090, 740],
      640,
      [
        [0, '#ffd08a', 0.62],
        [1, '#ffd08a', 0],
      ],
      0.22,
    ),
    linear('sweep', [640, 300], tip, [
      [0, ink.chalk, 0],
      [0.45, ink.chalk, 0.12],
      [1, '#fff4dc', 0.95],
    ]),
    linear(
      'bat',
      [0, -15],
      [0, 15],
      [
        [0, '#ff9c92'],
        [0.22, ink.red],
        [0.6, ink.oxblood],
        [1, '#1c0710'],
      ],
    ),
    linear(
      'shadow',
      [900, 826],
      [520, 900],
      [
        [0, '#01060a', 0.7],
        [1, '#01060a', 0],
      ],
    ),
    `<clipPath id="waist"><path d="${body.torso}"/></clipPath>`,
    '<filter id="melt" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="5"/><feComponentTransfer result="shape"><feFuncA type="linear" slope="9" intercept="-4"/></feComponentTransfer><feFlood flood-color="#081224"/><feComposite in2="shape" operator="in"/></filter>',
    edgeLight('fold', -3, 2.6, '#8fa9d6', 0.2),
    edgeLight('rim', -5, 4.4, '#ffd79a', 0.95),
    blur('mist', 14),
    blur('soft', 6),
    blur('fine', 1.6),
  ].join('')
  const trail = `M1306 262L1368 176L1420 220Z`
  const drawing = [
    wash('url(#wall)'),
    wash('url(#burst)'),
    `<g style="mix-blend-mode:screen">${rays()}</g>`,
    net(),
    '<path d="M452 -10V708M1496 -10V708" stroke="#060e1d" stroke-width="15"/><path d="M457 -10V708" stroke="#e0a868" stroke-width="2.4" opacity=".65"/><path d="M1491 -10V708" stroke="#ffd08a" stroke-width="2.4" opacity=".7"/><path d="M-10 700H1610" stroke="#050c18" stroke-width="10"/>',
    '<rect y="700" width="1600" height="200" fill="url(#floor)"/>',
    wash('url(#spill)', 'style="mix-blend-mode:screen"'),
    `<path d="M560 838L1240 838L1252 846L548 846ZM700 764L1172 764L1178 769L694 769ZM694 764L702 764L560 846L548 846ZM1170 764L1178 764L1252 846L1238 846Z" fill="${ink.chalk}" opacity=".5" filter="url(#fine)"/>`,
    '<path d="M1110 826L1010 820L780 820L740 826L340 900L860 900Z" fill="url(#shadow)" filter="url(#soft)"/>',
    sweep(),
    '<g filter="url(#rim)">',
    layer(body.hair),
    layer(body.rearLeg),
    layer(body.frontLeg),
    layer(body.torso),
    `<path d="M796 526C840 542 900 542 950 522" fill="none" stroke="${ink.red}" stroke-width="13" clip-path="url(#waist)"/>`,
    layer(body.head),
    layer(body.rearArm),
    `<g transform="${bat.place}"><path d="${bat.shape}" fill="url(#bat)"/></g>`,
    layer(body.frontArm),
    layer(body.hands),
    '</g>',
    dust(),
    `<path d="${trail}" fill="${ink.chalk}" opacity=".5" filter="url(#soft)"/>`,
    `<circle cx="1304" cy="258" r="46" fill="#fff3d4" opacity=".55" filter="url(#mist)"/>`,
    struck.drawing,
  ].join('\n')
  return scene(definitions, drawing, 0.7)
}
