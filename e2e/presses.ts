import type { Page } from '@playwright/test'

/** How many presses a path takes, by pointer and by key; what is typed into a field is none. */
export async function pressesOf(page: Page, path: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counted = { presses: 0 }
    Object.assign(window, { counted })
    addEventListener('pointerdown', () => void counted.presses++, { capture: true })
    // A click without a pointer: Enter or Space on a button, and Enter in a form.
    addEventListener(
      'click',
      ({ detail, isTrusted }) => void (isTrusted && detail === 0 && counted.presses++),
      {
        capture: true,
      },
    )
  })
  await path()
  return page.evaluate(() => (window as unknown as { counted: { presses: number } }).counted.presses)
}
