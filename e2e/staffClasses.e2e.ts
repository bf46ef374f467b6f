import type { Page } from '@playwright/test'
import { addDays, facilityDay, mondayOf } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

/** Far enough that nothing of the demo is booked there. */
const first = addDays(mondayOf(facilityDay(new Date(), 'America/Chicago')), 26 * 7)
const last = addDays(first, 27)

const editor = (page: Page, name: string) => page.getByRole('form', { name })
const review = (page: Page) => editor(page, 'Review sessions')
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openClasses(page: Page) {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/classes')
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  await expect(row(page, 'Saturday Pitching Lab')).toBeVisible()
}

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Four weeks, from Monday on. */
async function fillIn(page: Page, name: string, { cages = 1, from = first } = {}) {
  const form = editor(page, 'Create Class')
  await form.getByLabel('Name').fill(name)
  await expect(form.getByLabel('Price per Session'), 'nobody’s price is proposed').toHaveValue('')
  await form.getByLabel('Price per Session').fill('25')
  await form.getByLabel('Cages per Session').fill(String(cages))
  await form.getByLabel('First Day').fill(from)
  await form.getByLabel('Last Day').fill(addDays(from, 27))
  return form
}

async function create(page: Page, name: string, plan = {}) {
  await page.getByRole('button', { name: 'Create Class' }).first().click()
  await fillIn(page, name, plan)
  await editor(page, 'Create Class').getByRole('button', { name: 'Review Sessions' }).click()
  await review(page).getByRole('button', { name: 'Create Class' }).click()
  await expect(review(page)).toBeHidden()
  await expect(row(page, name)).toBeVisible()
}

test('an admin publishes a season of a class, and changes its week later', {
  tag: ['@phone', '@quick'],
}, async ({ page }) => {
  await openClasses(page)
  await page.getByRole('button', { name: 'Create Class' }).first().click()
  const form = await fillIn(page, 'Catching Clinic')
  // The default line (spec 3 §9).
  await expect(form.getByLabel('Line 1, day')).toHaveValue('1')
  await expect(form.getByLabel('Line 1, from')).toHaveValue('16:00')
  await expect(form.getByLabel('Line 1, to')).toHaveValue('17:00')
  await form.getByRole('button', { name: 'Add to the Week' }).click()
  await form.getByLabel('Line 2, day').selectOption('Monday')
  await expect(form.getByRole('alert')).toHaveText('This overlaps another line of the same day.')
  await form.getByLabel('Line 2, day').selectOption('Wednesday')
  await form.getByLabel('Line 2, from').selectOption('18:00')
  await expect(form.getByLabel('Line 2, to')).toHaveValue('19:00')
  await expect(form.getByText('8 sessions to come')).toBeVisible()
  await form.getByRole('button', { name: 'Review Sessions' }).click()
  await expect(page.getByRole('heading', { name: 'The sessions of this class' })).toBeFocused()
  await expect(review(page).getByText('Added (8)')).toBeVisible()
  await expect(review(page).getByText('4:00–5:00 PM').first()).toBeVisible()
  await review(page).getByRole('button', { name: 'Create Class' }).click()
  await expect(page.getByText('Catching Clinic is created: 8 class sessions.')).toBeVisible()
  await expect(row(page, 'Catching Clinic')).toBeVisible()

  await act(page, 'Catching Clinic', 'Edit Class')
  const edit = editor(page, 'Edit Class')
  await edit.getByRole('button', { name: 'Remove Wednesday 6:00 PM' }).click()
  await edit.getByLabel('Max Spots').fill('6')
  await edit.getByRole('button', { name: 'Save Class' }).click()
  await expect(review(page).getByText('Removed: nobody is registered (4)')).toBeVisible()
  await review(page).getByRole('button', { name: 'Keep Editing' }).click()
  await expect(edit.getByLabel('Max Spots')).toHaveValue('6')
  await edit.getByRole('button', { name: 'Save Class' }).click()
  await review(page).getByRole('button', { name: 'Save Class' }).click()
  // To the letter of spec 3 §8.
  await expect(page.getByText('Class details saved. Regenerating sessions...')).toBeVisible()
  await expect(page.getByText('Successfully regenerated 4 class sessions!')).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Roster/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'All Classes' }).click()
  const now = page.locator('[data-row]').filter({ has: row(page, 'Catching Clinic') })
  await expect(now.getByText('4 to come')).toBeVisible()
  await expect(now.getByText('6 spots')).toBeVisible()

  // Where the sessions stay as they are, there is nothing to review.
  await act(page, 'Catching Clinic', 'Edit Class')
  await edit.getByLabel('Price per Session').fill('30')
  await edit.getByRole('button', { name: 'Save Class' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('link', { name: 'All Classes' }).click()
  await expect(now.getByText('$30.00')).toBeVisible()
})

test('what is in the way is listed with a time that is free, or is left out and put back', {
  tag: '@desktop',
}, async ({ page }) => {
  await openClasses(page)
  await expectAccessible(page)
  // Weeks of its own: no other journey has a cage there.
  const from = addDays(first, 8 * 7)
  await create(page, 'Whole House', { cages: 8, from })
  await page.getByRole('button', { name: 'Create Class' }).first().click()
  const form = await fillIn(page, 'Second Class', { from })
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Review Sessions' }).click()
  const step = review(page)
  await expect(step.getByText('4 sessions do not fit.')).toBeVisible()
  await expect(step.getByText('Cage 1: Whole House, class, 4:00–5:00 PM').first()).toBeVisible()
  await expect(step.getByRole('button', { name: 'Create Class' })).toBeDisabled()
  await expectAccessible(page)
  await step.getByRole('button', { name: 'Leave Out These 4 Sessions' }).click()
  await expect(step.getByText('Left out (4)')).toBeVisible()
  await step.getByText('Left out (4)').click()
  await step.getByRole('button', { name: 'Put Back' }).first().click()
  await expect(step.getByText('1 session does not fit.')).toBeVisible()
  await step.getByRole('button', { name: 'Mondays at 5:00 PM: all free' }).click()
  await expect(step.getByText('Added (4)')).toBeVisible()
  await step.getByRole('button', { name: 'Create Class' }).click()
  await expect(page.getByText('Second Class is created: 4 class sessions.')).toBeVisible()
})

test('a class is carried on, ended and deleted by keyboard @desktop', async ({ page, allowProblem }) => {
  allowProblem(/409/)
  await openClasses(page)
  await create(page, 'Short Game')
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Short Game' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: action }).focus()
    await page.keyboard.press('Enter')
  }
  await choose('New Season')
  const season = editor(page, 'New Season')
  await expect(season.getByLabel('First Day')).toHaveValue(addDays(last, 1))
  await expect(season.getByLabel('Last Day')).toHaveValue(addDays(last, 28))
  await season.getByLabel('Name').fill('Short Game II')
  await page.keyboard.press('Enter')
  await review(page).getByRole('button', { name: 'Create Class' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Short Game II')).toBeVisible()

  await choose('End Class')
  const end = editor(page, 'End Class')
  await end.getByLabel('Last Day').fill(addDays(first, 8))
  await page.keyboard.press('Enter')
  await expect(review(page).getByText('Removed: nobody is registered (2)')).toBeVisible()
  await review(page).getByRole('button', { name: 'End Class' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully regenerated 2 class sessions!')).toBeVisible()

  await choose('Regenerate Sessions')
  await expect(review(page).getByText('Kept (2)')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(review(page)).toBeHidden()

  await choose('Delete Class')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Class' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Short Game is deleted.')).toBeVisible()
  await expect(row(page, 'Short Game')).toBeHidden()

  // One with registrations is ended instead.
  await act(page, 'Youth Hitting Fundamentals', 'Delete Class')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Class' }).click()
  await expect(page.getByRole('dialog').getByText('People have registered for this class')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'End Class…' }).click()
  await expect(editor(page, 'End Class')).toBeVisible()
})
