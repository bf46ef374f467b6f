import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

// Colors do not depend on the width, nor the layout on the colors, so not every combination is checked.
const twoLooks: readonly Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
]

/** Checks the current page with axe and for horizontal scrolling: by default at 320 px in dark and 1280 px in light. */
export async function expectAccessible(page: Page, looks = twoLooks): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The site has no frames: the mode that looks into them would open one more page each time.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    )
    expect(found, `${width} px, ${colorScheme}`).toEqual([])
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow, `sideways scrolling at ${width} px`).toBeLessThanOrEqual(0)
  }
}
