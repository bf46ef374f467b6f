import { at, type Point, polygon } from './canvas.ts'

/** A joint of a limb: where it is, and how thick the body is there, in sheet pixels. */
export type Joint = readonly [x: number, y: number, thickness: number]

/**
 * The outline of a limb through its joints: a smooth tube whose width follows the joints. Overlapping tubes are melted
 * into one body by the scene's `melt` filter.
 */
export function limb(joints: readonly Joint[]): string {
  const fine = spline(joints)
  const left: Point[] = []
  const right: Point[] = []
  fine.forEach(([x, y, thickness], i) => {
    const [ax, ay] = fine[Math.max(0, i - 1)] ?? [x, y]
    const [bx, by] = fine[Math.min(fine.length - 1, i + 1)] ?? [x, y]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const nx = (-(by - ay) / length) * (thickness / 2)
    const ny = ((bx - ax) / length) * (thickness / 2)
    left.push([x + nx, y + ny])
    right.push([x - nx, y - ny])
  })
  const caps = [fine[0], fine.at(-1)]
    .map((joint) => {
      if (joint === undefined) return ''
      const [x, y, thickness] = joint
      const r = thickness / 2
      return `M${at([x - r, y])}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
    })
    .join('')
  return polygon([...left, ...right.reverse()]) + caps
}

/** Catmull-Rom through the joints, widths included. */
function spline(joints: readonly Joint[]): Joint[] {
  const steps = 14
  const result: Joint[] = []
  for (let i = 0; i < joints.length - 1; i += 1) {
    const [a, b, c, d] = [
      joints[Math.max(0, i - 1)],
      joints[i],
      joints[i + 1],
      joints[Math.min(joints.length - 1, i + 2)],
    ]
    if (!a || !b || !c || !d) continue
    for (let step = 0; step <= steps; step += 1) {
      const t = step / steps
      const mix = (k: 0 | 1 | 2) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t)
      result.push([mix(0), mix(1), mix(2)])
    }
  }
  return result
}
