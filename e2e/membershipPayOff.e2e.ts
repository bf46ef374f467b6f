import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('the membership page says from how many hours it pays off, and when it does not', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/membership')
  const section = page.getByRole('region', { name: 'Does it pay off for you?' })
  await expect(page.locator('[data-later]')).toHaveCount(0)
  await expect(section.getByRole('status').last()).toHaveText(
    'It costs $91.99 a month more than it saves. Not for you yet.',
  )
  await expect(section).toContainText('Pays off from 24½ cage hours a month.')
  const more = section.getByRole('button', { name: 'One hour more' })
  for (let hours = 4; hours < 25; hours += 1) await more.click()
  await expect(section.getByRole('status').last()).toHaveText('You keep $2.51 a month.')
  await expect(page.getByText(/^Renews every month on its own, next on .+ No refunds/)).toBeVisible()
  await expectAccessible(page)
})

test('without the code the membership is shown as a table', { tag: '@desktop' }, async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false })
  await page.goto('/membership')
  await expect(page.getByRole('row', { name: /^36 \$52\.01$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^4 −\$91\.99$/ })).toBeVisible()
})
