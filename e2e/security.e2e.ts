import { expect, test } from './fixtures.ts'

for (const path of ['/', '/book-cage', '/auth', '/account', '/no-such-page']) {
  test(`${path} comes with a strict policy`, { tag: '@desktop' }, async ({ request }) => {
    const answer = await request.get(path)
    const headers = answer.headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{16,}'(;|$)/)
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{16,}'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cache-control']).toBe('no-store')
    const again = (await request.get(path)).headers()['content-security-policy']
    expect(again).not.toBe(policy)
  })
}

test('what is smuggled into a page does not run', { tag: '@desktop' }, async ({ page, allowProblem }) => {
  allowProblem(/console: .*Content Security Policy/)
  const violations: string[] = []
  page.on('console', (message) => violations.push(message.text()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.documentElement.dataset.smuggled = "yes"'
    document.body.append(script)
    return document.documentElement.dataset.smuggled
  })
  expect(ran).toBeUndefined()
  expect(violations.join()).toContain('Content Security Policy')
})

test('no token is readable by script', { tag: '@desktop' }, async ({ page, customer }) => {
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
  const readable = await page.evaluate(() =>
    [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(),
  )
  expect(readable).not.toMatch(/token|session_/i)
  expect(readable).not.toContain(customer)
  const [cookie] = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
})
