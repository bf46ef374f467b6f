import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const openTemplate = async (page: Page, name: string, title: string) => {
  await page.goto(`/admin/settings?tab=email-templates&template=${name}`)
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const code = (page: Page, part = 'HTML') => page.getByRole('textbox', { name: `${part} of the message` })
const mail = (page: Page) => page.frameLocator('iframe[title="Preview of the message"]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openHtml = async (page: Page) => {
  await page.getByText('Advanced', { exact: true }).click()
  await expect(page.getByRole('tab', { name: /^HTML/ })).toBeVisible()
}

test('an admin edits a text by keyboard: nothing runs in the preview, and what is wrong is marked and not saved', {
  tag: ['@desktop', '@quick'],
}, async ({ page, allowProblem }) => {
  allowProblem(/400/)
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/settings')
  await page.getByRole('tab', { name: 'Facility' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('contact form')
  await page.getByRole('link', { name: /Contact message/ }).focus()
  await page.keyboard.press('Enter')
  await expect(mail(page).getByText('Dana Shortstop')).not.toHaveCount(0)

  await page.getByRole('radio', { name: 'Blocks' }).focus()
  await page.keyboard.press('ArrowRight')
  await code(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('<p style="color: #cc1f36">Hello</p>')
  await page.keyboard.press('Enter')
  await page.keyboard.type('{{nobody')
  await page.keyboard.type('}}')
  await expect(page.getByText('Line 2: {{nobody}} is not a variable of this message.')).toBeVisible()
  await expect(page.locator('.cm-lintRange-error')).not.toHaveCount(0)
  await button(page, 'Save').press('Enter')
  await expect(page.getByText(/Failed to update email template/)).toBeVisible()

  // Tab leaves the editor, as any field.
  await code(page).focus()
  await page.keyboard.press('Tab')
  await expect(code(page)).not.toBeFocused()
  // As a paste: the editor may miss what is put into its page from outside.
  await code(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '<p style="color: rgb(204, 31, 54)">Hello</p><script>top.document.title = "run"</script>' +
      '<img alt="" src="data:," onerror="top.document.title = \'run\'"><a href="javascript:alert(1)">press</a>',
  )
  await page.keyboard.press('Control+End')
  await button(page, 'Insert message').press('Enter')
  await expect(mail(page).getByText('We are a team of twelve.')).toBeVisible()
  await expect(mail(page).getByText('Hello')).toHaveCSS('color', 'rgb(204, 31, 54)')
  await expect(mail(page).locator('script, [onerror], [href]')).toHaveCount(0)
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
  await expect(page).not.toHaveTitle(/run/)
  const taken = page.getByRole('status').filter({ hasText: 'what an email can’t carry' })
  await expect(taken.getByRole('listitem')).toHaveText([
    ...['<script>', 'src="data:," of <img>', /^onerror=/, 'href="javascript:alert(1)" of <a>'],
  ])
  await button(page, 'Save').press('Enter')
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()
  await expect(page.getByText(/Your own text, last changed .* by Dana Thibodeaux/)).toBeVisible()
  await expect(taken).toContainText('Saved without')
  await expect(code(page)).not.toContainText('onerror')

  await button(page, 'Send Test to Me').press('Enter')
  await expect(page.getByText('A test is on its way to admin@demo.dugout.test.')).toBeVisible()
  await page.goto('/admin/messages?tab=sent&search=admin@demo')
  await expect(page.getByText(/^\[Test\]/).first()).toBeVisible()
})

test('a second admin is told; history and standard text come back; a message gets another name, and keeps its key', {
  tag: '@desktop',
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'admin')
  const other = await openBrowser()
  await signInAsDemo(other.request, 'admin')
  const subject = async (by: Page, text: string) => {
    await openHtml(by)
    await by.getByRole('tab', { name: /^Subject/ }).click()
    await by.getByRole('textbox', { name: 'Subject' }).fill(text)
  }
  for (const by of [page, other]) await openTemplate(by, 'booking-canceled', 'Booking canceled')
  await subject(page, 'Second')
  await subject(other, 'First')
  await button(other, 'Save').click()
  await expect(other.getByText('Email template updated successfully!')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(/saved this template while you were editing/)).toBeVisible()
  await button(page, 'Continue With Mine').click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Second')
  await button(page, 'Save').click()
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()

  await button(page, 'History').click()
  const versions = dialog(page, 'History').getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect(versions).toHaveCount(2)
  await versions.last().click()
  await expect(dialog(page, 'History').getByText('added: First')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Use This Version').click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('First')
  await page.getByRole('link', { name: 'Bookings' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep Editing' }).click()
  await button(page, 'Discard Changes').click()

  await button(page, 'Restore Default…').click()
  const restore = dialog(page, 'Restore the default?')
  await expect(restore.getByText('removed: Second')).toBeVisible()
  await restore.getByRole('button', { name: 'Restore Default' }).click()
  await expect(page.getByText('The standard text is used again.')).toBeVisible()
  await expect(button(page, 'Restore Default…')).toBeDisabled()
  await page.getByRole('tab', { name: /^HTML/ }).click()
  await expect(code(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Blocks', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Blocks' })).toBeVisible()
  await page.goto('/admin/settings?tab=email-templates')
  await expect(page.getByRole('link', { name: /Booking canceled/ })).toBeVisible()
  await expectAccessible(page)

  await openTemplate(page, 'booking-canceled', 'Booking canceled')
  const name = page.getByLabel('Name', { exact: true })
  await name.click({ clickCount: 3 })
  await page.keyboard.type('Moved to another time')
  await button(page, 'Save').click()
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Moved to another time' })).toBeVisible()
  await expect(page.getByText('Key: booking-canceled')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Moved to another time')
  await name.click({ clickCount: 3 })
  await page.keyboard.type('Booking canceled')
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Booking canceled' })).toBeVisible()
})

test('on a phone one finds a message, inserts a variable, and looks at it dark and wide', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/settings?tab=email-templates')
  await page.getByRole('link', { name: /Reset password/ }).click()
  await openHtml(page)
  await page.getByRole('tab', { name: /^Subject/ }).click()
  const field = page.getByRole('textbox', { name: 'Subject' })
  await field.press('Home')
  await button(page, 'Insert full_name').click()
  await expect(field).toHaveValue(/^\{\{full_name\}\}Reset/)
  await expect(field).toBeFocused()
  await page.getByRole('tab', { name: /^HTML/ }).click()
  await page.getByText('Preview', { exact: true }).click()
  const background = (width: string) =>
    mail(page)
      .locator('body')
      .evaluate((body, at) => {
        return `${at} ${getComputedStyle(body).backgroundColor} ${body.ownerDocument.documentElement.clientWidth}`
      }, width)
  expect(await background('phone')).toBe('phone rgb(238, 243, 250) 388')
  await page.getByText('Dark', { exact: true }).click()
  await page.getByText('Desktop', { exact: true }).click()
  await expect(async () => expect(await background('desktop')).toBe('desktop rgb(7, 14, 27) 678')).toPass()
  await page.getByRole('link', { name: 'All Templates' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search templates' })).toBeVisible()
})
