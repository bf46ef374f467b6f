/** One line of the plot: how many times its first figure each later one is. */
export interface GrowthLine {
  readonly label: string
  readonly values: readonly number[]
}

const WIDTH = 780
const HEIGHT = 320
const LEFT = 56
const TOP = 40
const PLOT = { width: 360, height: 230 }
const COLORS = ['#1d6fd8', '#c2410c', '#15803d', '#7e22ce', '#b91c1c', '#0e7490', '#a16207', '#475569']

/** A plot as SVG, both scales logarithmic: `xs` from left to right, lines from a hundredth to a hundred times their first figure. */
export function plotGrowth(title: string, xs: readonly number[], lines: readonly GrowthLine[]): string {
  const [first = 1, last = 1] = [xs[0], xs.at(-1)]
  const x = (value: number) => LEFT + (Math.log(value / first) / Math.log(last / first)) * PLOT.width
  const y = (times: number) => TOP + PLOT.height / 2 - (Math.log10(times) / 2) * (PLOT.height / 2)
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(0)}" y="${at[1].toFixed(0)}" ${more}>${words}</text>`
  const grid = [0.01, 0.1, 1, 10, 100].map(
    (times) =>
      `<line x1="${LEFT}" x2="${LEFT + PLOT.width}" y1="${y(times)}" y2="${y(times)}" stroke="#cbd5e1"/>` +
      text([LEFT - 8, y(times) + 4], `×${times}`, 'text-anchor="end"'),
  )
  const ticks = xs.map((value) =>
    text([x(value), TOP + PLOT.height + 20], value.toLocaleString('en-US'), 'text-anchor="middle"'),
  )
  const drawn = lines.map(({ label, values }, index) => {
    const color = COLORS[index % COLORS.length]
    const points = values.map(
      (value, at) => `${x(xs[at] ?? 1).toFixed(1)},${y(value / (values[0] ?? 1)).toFixed(1)}`,
    )
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"${index < COLORS.length ? '' : ' stroke-dasharray="5 3"'}/>` +
      text(
        [LEFT + PLOT.width + 16, TOP + 14 + index * 20],
        index < COLORS.length ? label : `${label} (dashed)`,
        `fill="${color}"`,
      )
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text([LEFT, 22], title, 'font-size="14" font-weight="bold"'),
    ...[...grid, ...ticks, ...drawn],
    '</svg>\n',
  ].join('\n')
}
