import type { Page } from '@playwright/test'

/**
 * From now on a form is submitted again every few milliseconds until it is gone, as by someone who keeps pressing Enter.
 *
 * @returns the addresses of what the page has changed since.
 */
export async function submitUntilGone(page: Page, form: string): Promise<string[]> {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') changes.push(new URL(request.url()).pathname)
  })
  await page.locator(form).evaluate((element: HTMLFormElement) => {
    const timer = setInterval(() => (element.isConnected ? element.requestSubmit() : clearInterval(timer)), 5)
  })
  return changes
}
