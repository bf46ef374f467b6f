import type { KeyboardEvent } from 'react'

/** Marks what the arrow keys of a week or month lead to (useRovingFocus.ts). */
export const stop = (name: string) => ({ 'data-stop': name, tabIndex: -1 }) as const

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** An arrow key leads to what is nearest in its direction on the screen, Home and End to the first and the last. */
export function nearestStop(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  from: HTMLElement,
  all: readonly HTMLElement[],
): HTMLElement | undefined | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  const step = steps[key]
  return step ? nearest(from, all, step) : null
}

/** Aside counts double, so that a column is walked down before the next one is entered. */
function nearest(from: Element, all: readonly HTMLElement[], [x, y]: readonly [number, number]) {
  const here = middleOf(from)
  let best: { one: HTMLElement; cost: number } | undefined
  for (const one of all) {
    if (one === from) continue
    const there = middleOf(one)
    const [right, down] = [there.x - here.x, there.y - here.y]
    const ahead = right * x + down * y
    const aside = Math.abs(right * y) + Math.abs(down * x)
    if (ahead < 4) continue
    const cost = ahead + aside * 2
    if (!best || cost < best.cost) best = { one, cost }
  }
  return best?.one
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
