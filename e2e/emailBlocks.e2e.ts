import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

const open = async (page: Page, name: string) => {
  await page.goto(`/admin/settings?tab=email-templates&template=${name}`)
  await expect(page.getByRole('list', { name: 'Blocks' })).toBeVisible()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const words = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const mail = (page: Page) => page.frameLocator('iframe[title="Preview of the message"]')
const blocks = (page: Page) => page.getByRole('list', { name: 'Blocks' }).locator(':scope > li')
const restore = async (page: Page) => {
  await button(page, 'Restore Default…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore Default' }).click()
  await expect(page.getByText('The standard text is used again.')).toBeVisible()
}
/** The newest mail to an address whose HTML says this. */
async function mailTo(page: Page, email: string, text: string): Promise<string> {
  let html = ''
  await expect(async () => {
    const list = await (await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
    const [path] = /\/dev\/mailbox\/[0-9a-f-]{36}/.exec(list) ?? []
    html = path ? await (await page.request.get(`${path}/html`)).text() : ''
    expect(html).toContain(text)
  }).toPass({ intervals: [100, 250], timeout: 15_000 })
  return html
}

test('an owner rewrites the confirmation of a booking without HTML, and the next customer gets it', {
  tag: ['@desktop', '@quick'],
}, async ({ page, openBrowser, day }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/settings?tab=email-templates')
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('customers, when they book')
  const group = page.getByRole('region', { name: 'Customers, when they book' })
  await expect(page.getByRole('region', { name: /Members/ })).toHaveCount(0)
  await group.getByRole('link', { name: /Booking confirmed/ }).click()

  await words(page, 'Paragraph, block 2').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Hey <you> ')
  await button(page, 'Insert into Paragraph, block 2').click()
  await page.getByRole('menuitem', { name: /^First name/ }).click()
  await page.keyboard.type(', bring your **helmet**!')
  await expect(words(page, 'Paragraph, block 2')).toHaveText('Hey <you> First name, bring your **helmet**!')
  await button(page, 'Hide Note, block 9').click()
  await expect(mail(page).getByText('Hey <you> Jo, bring your helmet!')).toBeVisible()
  await expect(mail(page).getByText('Open the attached file')).toHaveCount(0)

  // The ticket goes to the top, by button and by keyboard.
  await button(page, 'Move Up Ticket, block 3').click()
  await expect(button(page, 'Move Up Ticket, block 2')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('Ticket is now 1 of 12.')).toBeAttached()
  await expect(button(page, 'Move Down Ticket, block 1')).toBeFocused()
  await expect(blocks(page).first()).toContainText('Ticket')
  await words(page, 'Paragraph, block 3').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(words(page, 'Paragraph, block 4')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expectAccessible(page)

  await button(page, 'Save').click()
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()
  await button(page, 'Send Test to Me').click()
  await expect(page.getByText('A test is on its way to admin@demo.dugout.test.')).toBeVisible()
  await mailTo(page, 'admin@demo.dugout.test', 'Hey &lt;you&gt; Jo, bring your <strong>helmet</strong>!')

  const customer = await openBrowser()
  const email = await createCustomer(customer.request)
  await signIn(customer.request, email)
  await bookHalfHour(customer.request, { day, cage: 'Cage 3', wallTime: '17:00' })
  const html = await mailTo(customer, email, 'Hey &lt;you&gt; ')
  expect(html).toMatch(/<table class="rows">[\s\S]*<h1>[\s\S]*bring your <strong>helmet<\/strong>!/)
  expect(html).not.toContain('Open the attached file')
  await restore(page)
})

test('what is wrong in a block is said in it, and HTML goes back to blocks', { tag: '@desktop' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/400/)
  await signInAsDemo(page.request, 'admin')
  await open(page, 'lesson-canceled')
  await words(page, 'Paragraph, block 2').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' {{nobody}}')
  await expect(blocks(page).nth(1)).toContainText('“nobody” isn’t part of this message.')
  await expect(page.getByText('Fix what is marked to see the preview again.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(/Failed to update email template/)).toBeVisible()
  // What stands in braces is deleted at once.
  await words(page, 'Paragraph, block 2').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Backspace')
  await expect(blocks(page).nth(1)).not.toContainText('nobody')

  await words(page, 'Heading, block 1').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Not this time')
  await page.keyboard.press('Enter')
  await expect(words(page, 'Heading, block 1')).toHaveText('Not this time')
  for (const block of ['Paragraph, block 2', 'Heading, block 1']) await button(page, `Hide ${block}`).click()
  await expect(page.getByText(/^“When: the day” must stay in the message/)).toBeVisible()
  for (const block of ['Paragraph, block 2', 'Heading, block 1']) await button(page, `Show ${block}`).click()
  await button(page, 'Add Paragraph').click()
  await page.keyboard.type('See you!')
  await expect(mail(page).getByText('See you!')).toBeVisible()
  await button(page, 'Delete Paragraph, block 7').click()
  await expect(blocks(page)).toHaveCount(6)

  await page.getByText('Advanced', { exact: true }).click()
  const code = page.getByRole('textbox', { name: 'HTML of the message' })
  await expect(code).toContainText('<h1>Not this time</h1>')
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('<i>Bye</i>')
  await expect(page.getByText('This text is edited as HTML.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()
  await page.reload()
  await expect(code).toContainText('<i>Bye</i>')

  await button(page, 'Back to Blocks…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back to Blocks' }).click()
  await expect(words(page, 'Heading, block 1')).toContainText('Your lesson')
  await button(page, 'Save').click()
  await expect(page.getByText('Email template updated successfully!')).toBeVisible()
  await button(page, 'History').click()
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('button')).toHaveCount(2)
  await page.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
  await button(page, 'Use This Version').click()
  await expect(page.getByText('This text is edited as HTML.')).toBeVisible()
  // A version in blocks comes back as blocks, into the editor of HTML too.
  await button(page, 'History').click()
  await page.getByRole('list', { name: 'Versions' }).getByRole('button').first().click()
  await button(page, 'Use This Version').click()
  await page.getByText('Blocks', { exact: true }).click()
  await expect(words(page, 'Heading, block 1')).toContainText('Your lesson')
  await restore(page)
})

test('on a phone one puts a link into a note, and sees it in the dark', { tag: '@phone' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'admin')
  await open(page, 'camp-reminder')
  const insert = button(page, 'Insert into Note, block 10')
  // High enough for the whole menu: Playwright scrolls to what it taps, and the menu closes with its button out of sight.
  await insert.evaluate((one) => one.scrollIntoView({ block: 'start' }))
  await insert.tap()
  await page.getByRole('menuitem', { name: /^Account link/ }).tap()
  await expect(words(page, 'Note, block 10')).toContainText('[Account link](Account link)')
  await page.getByText('Dark', { exact: true }).tap()
  await expect(mail(page).getByText('Account link')).toBeVisible()
  await expect(mail(page).locator('body')).toHaveCSS('background-color', 'rgb(7, 14, 27)')
  await button(page, 'Discard Changes').tap()
})
