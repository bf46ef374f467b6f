import type { Page } from '@playwright/test'

/**
 * Holds back the answer to a change until the page has heard of it by the live news and asked again for `asked`, which is
 * part of an address. On a busy machine the two come in this order by themselves.
 */
export const answerAfterNews = (page: Page, change: string, asked: string): Promise<unknown> =>
  page.route(change, async (route) => {
    const heard = page.waitForResponse((answer) => answer.url().includes(asked))
    const response = await route.fetch()
    await heard
    await route.fulfill({ response })
  })
