import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppProcess, startAppProcess } from '../server/test/appProcess.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test as journeys } from './fixtures.ts'
import { DEMO_PASSWORD } from './people.ts'

/** A demo as `npm start` makes it: with a database of its own, and without a setting that asks for it. */
const test = journeys.extend<{ demo: AppProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern of a fixture that needs no other
  demo: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'dugout-own-'))
    const app = await startAppProcess({ DATA_DIR: dataDir, DEMO_SEED: '' })
    await use(app)
    await app.end('SIGTERM')
    for (const folder of [dataDir, join(dataDir, 'own')]) {
      const database = await realpath(join(folder, 'postgres')).catch(() => null)
      if (database) await rm(database, { recursive: true, force: true })
    }
    await rm(dataDir, { recursive: true, force: true })
  },
})

test('an admin of the demo starts an own facility and becomes its owner with the printed code', {
  tag: '@desktop',
}, async ({ page, demo, allowProblem }) => {
  test.setTimeout(150_000)
  // The server is away for a moment, and then asks who this is.
  allowProblem(/Failed to load resource|ERR_|net::|50\d/)
  const signIn = (name: string) =>
    page.request.post(`${demo.url}/api/auth/sign-in/email`, {
      data: { email: `${name}@demo.dugout.test`, password: DEMO_PASSWORD },
      headers: { origin: demo.url },
    })
  await signIn('desk')
  await page.goto(`${demo.url}/admin/dashboard`)
  await expect(page.getByText('log in as an admin of the demo')).toBeVisible()
  await signIn('admin')
  await page.reload()
  await page.getByRole('button', { name: 'Start Your Own Facility' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start your own facility?' })
  await expect(dialog).toContainText('The demo stays whole')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start My Facility' }).click()
  await expect(page.getByLabel('One-time Code')).toBeVisible({ timeout: 90_000 })
  await expect(page).toHaveURL(/\/setup$/)
  const code = /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(demo.output())?.[0] ?? ''
  await page.getByLabel('One-time Code').pressSequentially(code)
  await page.getByLabel('Your Name').pressSequentially('Olive Owner')
  await page.getByLabel('Email', { exact: true }).pressSequentially('olive@own.example')
  await page.getByLabel('Password', { exact: true }).pressSequentially('three strikes and out')
  await page.getByRole('button', { name: 'Create My Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your Place' })).toBeVisible()
})
