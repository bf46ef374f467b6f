import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/**
 * From now on the pages come without their HTML and data, as the server sends them where it cannot render: the browser asks
 * for the data itself, so that `page.route` can answer.
 */
export async function letBrowserDraw(page: Page): Promise<void> {
  const empty = readFileSync('dist/web/index.html', 'utf8')
  // Of the context, so that it outlives the `unrouteAll` of a journey's own answers.
  await page.context().route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? ''
    return route.fulfill({ response: answer, body: empty.replaceAll('__CSP_NONCE__', nonce) })
  })
}
