import { type KeyboardEvent, type RefObject, useEffect } from 'react'

/** Marks what the arrow keys of a week or month lead to. */
export const stop = { 'data-stop': true, tabIndex: -1 } as const

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * One Tab stop for all that a week or month shows (WAI-ARIA Authoring Practices, 'roving tabindex'): an arrow key leads to
 * what is nearest in its direction on the screen, Home and End to the first and the last.
 */
export function useArrowKeys(frame: RefObject<HTMLElement | null>) {
  const stops = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
  const makeCurrent = (current: HTMLElement | undefined) => {
    for (const one of stops()) one.tabIndex = one === current ? 0 : -1
  }

  // After each render: what was the stop may be gone.
  useEffect(() => {
    const all = stops()
    if (!all.some(({ tabIndex }) => tabIndex === 0)) makeCurrent(all[0])
  })

  return {
    onFocus: ({ target }: { target: EventTarget }) => {
      const focused = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null
      if (focused) makeCurrent(focused)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const from = event.target instanceof Element ? event.target.closest('[data-stop]') : null
      if (!from || event.ctrlKey || event.metaKey || event.altKey) return
      const to = targetOf(event.key, from, stops())
      if (to === null) return
      event.preventDefault()
      to?.focus()
    },
  }
}

/** Null for keys that lead nowhere, undefined at an edge. */
function targetOf(key: string, from: Element, all: readonly HTMLElement[]): HTMLElement | undefined | null {
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
