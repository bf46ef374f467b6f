import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { deactivate, signInAsNewCoach } from './coachAccount.ts'
import { expect, test } from './fixtures.ts'

/** A picture that is red on the left and blue on the right. */
const picture = async (width: number, height: number) => ({
  name: 'me.jpeg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#c01010' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: '#1010c0' } },
        left: width / 2,
        top: 0,
      },
    ])
    .png()
    .toBuffer(),
})

const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type="file"]').setInputFiles(file)

/** The crop in pixels of the screen. */
const cropOf = async (page: Page) => {
  const box = await page.getByRole('group', { name: /^The part that is shown/ }).boundingBox()
  if (!box) throw new Error('There is no crop.')
  return box
}

test('sets up a profile with a picture, which the public pages show', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/400/)
  const visitor = await openBrowser()
  await signInAsNewCoach(page, visitor.request)
  await page.goto('/coach-dashboard')
  await page.getByRole('link', { name: 'Complete Setup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Coach Profile' })
  const form = dialog.getByRole('form', { name: 'Coach profile' })
  await expect(form.getByLabel('Email')).toHaveAttribute('readonly')
  await expect(form.getByLabel('Hourly Rate')).toHaveValue('50.00')

  await form.getByLabel('Hourly Rate').fill('-1')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(form.getByLabel('Hourly Rate')).toBeFocused()
  await form.getByLabel('Hourly Rate').fill('$62.50')
  await form.getByLabel('Name').fill('Zoe Tester')
  await form.getByLabel('Bio').fill('Soft hands,\nquick feet.')
  for (const specialty of ['Fielding', 'Strength & Conditioning', 'Softball - Slapping'])
    await form.getByLabel(specialty).check()

  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByText('Please choose a PNG or JPEG picture.')).toBeVisible()
  await choose(page, await picture(800, 600))
  const crop = page.getByRole('dialog', { name: 'Crop Your Picture' })
  await expect(crop.getByRole('button', { name: 'Use Picture' })).toBeEnabled()
  await crop.getByRole('button', { name: 'Use Picture' }).click()
  // What was typed before is still there.
  await expect(form.getByLabel('Bio')).toHaveValue('Soft hands,\nquick feet.')
  // Neither it nor the picture is lost by a slip.
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const slip of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await slip()
    await leave.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(leave).toBeHidden()
  }
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await expect(page).toHaveURL(/coach-dashboard/)
  await expect(page.getByText('Setup Required')).toBeHidden()

  const saved = await page.request.get('/api/coach/profile')
  const { id } = (await saved.json()) as { id: string }
  await visitor.goto(`/book-coach/${id}`)
  await expect(visitor.getByText('Fielding, Strength & Conditioning, Softball - Slapping')).toBeVisible()
  const portrait = visitor.getByRole('img', { name: 'Portrait of Zoe Tester' })
  await expect(portrait).toHaveJSProperty('complete', true)
  expect(await portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await portrait.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
    /\d{16}(-\d+)?\.avif$/,
  )
  await visitor.goto('about:blank')
  await deactivate(visitor.request, id)
})

test('crops by keyboard and by buttons, and tries an upload again that failed', { tag: '@desktop' }, async ({
  page,
  openBrowser,
  allowProblem,
}) => {
  allowProblem(/Failed to load resource|503/)
  const admin = (await openBrowser()).request
  await signInAsNewCoach(page, admin)
  const profile = { name: 'Zoe Tester', phone_number: null, bio: null, specialties: [], hourly_rate: 50 }
  const { id } = (await (await page.request.put('/api/coach/profile', { data: profile })).json()) as {
    id: string
  }
  await page.goto('/coach-setup')
  const dialog = page.getByRole('dialog', { name: 'Coach Profile' })
  await expect(dialog.getByRole('button', { name: 'Add Picture' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await choose(page, await picture(600, 800))
  const crop = page.getByRole('dialog', { name: 'Crop Your Picture' })
  await expect(crop.getByRole('button', { name: 'Use Picture' })).toBeEnabled()
  const [first, image] = [
    await cropOf(page),
    await crop.getByRole('img', { name: 'To be cropped' }).boundingBox(),
  ]
  expect(first.width / (image?.width ?? 1)).toBeCloseTo(0.9, 1)
  expect(first.width).toBeCloseTo(first.height, 0)
  await page.getByRole('group', { name: /^The part that is shown/ }).focus()
  for (const [key, step] of [
    ['ArrowUp', 1],
    ['Shift+ArrowUp', 10],
  ] as const) {
    const before = await cropOf(page)
    await page.keyboard.press(key)
    await expect.poll(async () => before.y - (await cropOf(page)).y).toBeCloseTo(step, 0)
  }
  await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('Control+ArrowDown')
  // At the edge it stops.
  await expect
    .poll(async () => (await cropOf(page)).y + first.height)
    .toBeCloseTo((image?.y ?? 0) + (image?.height ?? 0), 0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // With a pointer and without dragging (WCAG 2.5.7).
  const press = (name: string) => crop.getByRole('button', { name, exact: true }).click()
  const whole = await cropOf(page)
  const size = crop.getByRole('slider', { name: 'Size' })
  await size.fill('81')
  await expect.poll(async () => (await cropOf(page)).width).toBeCloseTo(whole.width * 0.9, 0)
  const smaller = await cropOf(page)
  expect(smaller.width).toBeCloseTo(smaller.height, 0)
  await press('Move up')
  await press('Move right')
  await expect.poll(async () => (await cropOf(page)).y).toBeLessThan(smaller.y - 5)
  await expect.poll(async () => (await cropOf(page)).x).toBeGreaterThan(smaller.x + 5)
  await size.focus()
  await page.keyboard.press('End')
  await press('Move left')
  await expect.poll(async () => (await cropOf(page)).width).toBeGreaterThan(smaller.width * 1.15)

  await page.route('**/api/coach/profile/picture', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'storage_unavailable', message: 'Pictures cannot be stored.' },
    }),
  )
  await crop.getByRole('button', { name: 'Use Picture' }).click()
  // With the form, and not before.
  await dialog.getByLabel('Bio').fill('Soft hands.')
  await dialog.getByRole('button', { name: 'Save Profile' }).click()
  await expect(dialog.getByText('Upload failed: Pictures cannot be stored.')).toBeVisible()
  await page.unroute('**/api/coach/profile/picture')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  await expect(page).toHaveURL(/coach-dashboard/)
  await page.goto('/coach-setup')
  await expect(dialog.getByLabel('Bio')).toHaveValue('Soft hands.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/coach-dashboard/)
  await deactivate(admin, id)
})
