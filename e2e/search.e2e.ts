import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('the tab names the page on the way through the site, and a shared link is that of the page shown', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/auth?mode=signup')
  await expect(page.getByRole('link', { name: 'Terms and Conditions' })).toHaveAttribute('href', '/terms')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Terms' }),
  ).toHaveCount(0)
  const links = page.getByRole('contentinfo')
  await links.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Terms and Conditions · Golden Triangle Batting Cages')
  // Signing up is kept out of search engines: only a page that was loaded as itself has the link.
  await page.reload()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/terms$/)
  await page.getByRole('link', { name: 'Governing law' }).click()
  await expect(page.getByText('laws of the State of Texas')).toBeInViewport()
  await expectAccessible(page)
  await links.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveTitle('Contact · Golden Triangle Batting Cages')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/contact$/)
  await links.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveTitle('Golden Triangle Batting Cages')

  await test.step('the facility for search engines is in the page, and the policy lets it be', async () => {
    await page.goto('/contact')
    const listing = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(listing ?? '')).toMatchObject({ '@type': 'SportsActivityLocation' })
    await expect(page.locator('head > title')).toHaveCount(1)
    await expect(page.locator('meta[name=description]')).toHaveCount(1)
  })
})
