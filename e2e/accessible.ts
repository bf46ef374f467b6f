import { expect, type Page, type TestInfo, test } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { untilDrawn } from './pageChecks.ts'

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

// Colors do not depend on the width, nor the layout on the colors, so not every combination is checked.
const twoLooks: readonly Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
]

/**
 * Checks the current page with axe and for horizontal scrolling: by default at 320 px in dark and 1280 px in light. A journey
 * that runs in both layouts checks the first on the phone and the second on the desktop. Contrast takes axe two thirds of
 * its time: where a journey checks both looks, it measures that in one of them, by turns.
 */
export async function expectAccessible(page: Page, looks = twoLooks): Promise<void> {
  const call = (calls.get(test.info()) ?? 0) + 1
  calls.set(test.info(), call)
  for (const [index, { width, colorScheme }] of looks.entries()) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(untilDrawn)
    // Colors on their way to another scheme are not those that one reads.
    await expect.poll(() => page.evaluate(movingParts)).toBe(0)
    if (looks === twoLooks && isOfOtherLayout(width)) continue
    const isOneOfTwo = looks === twoLooks && !runsInBothLayouts()
    const options: RunOptions = {
      resultTypes: ['violations'],
      rules: {
        // Of WCAG 2.2, and off unless asked for.
        'target-size': { enabled: !isStaffPage(page) },
        'color-contrast': { enabled: !isOneOfTwo || (call + index) % 2 === 1 },
      },
    }
    // Once for a document: reading its half a megabyte takes as long as a check.
    await page.evaluate(`if (!window.axe) { ${axe.source}; (${rememberColors.toString()})() }`)
    const found = await page.evaluate(violations, options)
    expect(found, `${width} px, ${colorScheme}`).toEqual([])
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow, `sideways scrolling at ${width} px`).toBeLessThanOrEqual(0)
  }
}

/** How often each journey has checked a page. */
const calls = new WeakMap<TestInfo, number>()

function runsInBothLayouts(): boolean {
  const { tags } = test.info()
  return !tags.includes('@phone') && !tags.includes('@desktop')
}

const isOfOtherLayout = (width: number): boolean =>
  runsInBothLayouts() && (test.info().project.name === 'desktop') !== width > 1000

/** axe's own color: red, green and blue from 0 to 1. */
interface AxeColor {
  r: number
  g: number
  b: number
  alpha: number
  parseString: (text: string) => AxeColor
}

declare global {
  interface Window {
    axe: {
      run: (options: RunOptions) => Promise<AxeResults>
      commons: { color: { Color: { prototype: AxeColor } } }
    }
  }
}

/** Runs in the page: axe reads the same few colors for each text again, which is a third of its time. */
function rememberColors(): void {
  const { prototype } = window.axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map<string, Partial<AxeColor>>()
  prototype.parseString = function (text) {
    const color = known.get(text)
    if (color) return Object.assign(this, color)
    parseString.call(this, text)
    known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha })
    return this
  }
}

/** Runs in the page, which has no frames. What an open dialog covers in part cannot be pressed, so its size says nothing. */
const violations = async (options: RunOptions) => {
  const isModal = document.querySelector('[aria-modal=true]') !== null
  const isBehind = (selector: unknown) =>
    isModal && !document.querySelector(String(selector))?.closest('[aria-modal=true]')
  return (await window.axe.run(options)).violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'target-size' || !isBehind(target[0]))
      .map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  )
}

/** Runs in the page: how many transitions are under way; what moves for as long as something loads does not count. */
const movingParts = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length

/**
 * The lists and long forms of staff pages scroll below sticky heads and buttons; axe measures the part of a button that a
 * bar leaves free, and calls one small that is scrolled halfway under it.
 */
const isStaffPage = (page: Page) => /^\/(admin|coach-)/.test(new URL(page.url()).pathname)
