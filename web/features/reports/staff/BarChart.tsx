import { Text } from '../../../ui/layout.tsx'
import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import classes from './ReportsPage.module.css'

interface BarChartProps {
  labels: readonly string[]
  values: readonly number[]
  format: (value: number) => string
  /** Where the axis ends; by default at the highest value. */
  most?: number
}

const bars = uPlot.paths.bars?.({ size: [0.72, 36], radius: 0.15 })

const height = 208
/** Of the axis at the side, in pixels: room for '$12,000'. */
const axisWidth = 64
const labelWidth = 62

/** Bars, one for each label. It is hidden from assistive technology: a table with the same figures stands beside it. */
export default function BarChart({ labels, values, format, most }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLParagraphElement>(null)
  const scheme = useComputedColorScheme()

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const style = getComputedStyle(element)
    // The colours of the scheme that is on now.
    const color = (name: string) => style.getPropertyValue(`--chart-${name}`).trim() || scheme
    const axis = {
      stroke: color('text'),
      font: `12px ${style.fontFamily}`,
      grid: { stroke: color('line'), width: 1 },
      ticks: { show: false },
    }
    const highest = most ?? Math.max(1, ...values)
    const lowest = Math.min(0, ...values)
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: false, range: [-0.6, labels.length - 0.4] },
          y: { range: [lowest, highest * 1.05] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 28,
            splits: () => shownLabels(labels.length, element.clientWidth),
            values: (_, at) => at.map((index) => shortLabel(labels[index])),
          },
          { ...axis, size: axisWidth, space: 40, values: (_, at) => at.map(format) },
        ],
        series: [
          {},
          {
            fill: color('bar'),
            stroke: color('bar'),
            width: 0,
            ...(bars && { paths: bars }),
            points: { show: false },
          },
        ],
        hooks: {
          setCursor: [
            ({ cursor: { idx } }) => {
              if (!readout.current) return
              const label = idx == null ? undefined : labels[idx]
              readout.current.textContent = label ? `${label}: ${format(values[idx ?? 0] ?? 0)}` : ''
            },
          ],
        },
      },
      [labels.map((_, index) => index), [...values]],
      element,
    )
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [labels, values, format, most, scheme])

  return (
    <div aria-hidden className={classes.plot}>
      <div ref={frame} />
      <Text size="sm" numbers ref={readout} className={classes.readout} />
    </div>
  )
}

/** As many labels as there is room for, the last one among them. */
function shownLabels(count: number, width: number): number[] {
  const most = Math.max(2, Math.floor((width - axisWidth) / labelWidth))
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}

/** Without the weekday and 'Week of', for which there is no room. */
const shortLabel = (label = ''): string => label.replace(/^(Week of |\w{3},? (?=\w{3} \d))/, '')
