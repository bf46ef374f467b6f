import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillSignIn, PASSWORD } from './accountForms.ts'
import { bookHalfHour } from './facilityDays.ts'
import { type FacilityServer, writeRows } from './facilityServer.ts'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { invitationLink, mailedLink, recoveryLink } from './mailbox.ts'
import { createCustomer, newEmail, signIn, signInAsDemo } from './people.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** More users than a page has, and what finds only these. */
async function addMany(server: FacilityServer): Promise<string> {
  const domain = `${crypto.randomUUID().slice(0, 8)}.test`
  const people = Array.from({ length: 53 }, (_, n) => ({
    full_name: `Zed Many ${String(n).padStart(2, '0')}`,
    email: `zed${n}@${domain}`,
  }))
  await writeRows(server, (db) => db.insertInto('profiles').values(people).execute())
  return `?search=${domain}`
}

async function openUsers(page: Page, query = '') {
  await page.goto(`/admin/users${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
}

/** Chooses what to do with a user from the menu of the row. */
async function act(page: Page, user: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${user}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A new customer with a name that no other journey uses, found by address. */
async function findCustomer(page: Page): Promise<string> {
  const email = await createCustomer(page.request)
  await openUsers(page, `?search=${encodeURIComponent(email)}`)
  await expect(row(page, 'Robin Batter')).toBeVisible()
  return email
}

test('finds users, keeps the search in the address, and loads more', { tag: '@desktop' }, async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  await openUsers(page, await addMany(facilityServer))
  await expect(page.locator('[data-open]')).toHaveCount(50)
  await page.getByRole('button', { name: 'Load More Users' }).click()
  await expect(page.locator('[data-open]').nth(50)).toBeVisible()
  await expect(page.locator('[data-open]').nth(50)).toBeFocused()
  const shown = await page.locator('[data-open]').count()
  await expect(page.getByRole('status').getByText(`${shown} users shown`)).toBeVisible()

  await search(page).fill('555-0151')
  await expect(page).toHaveURL(/search=555-0151/)
  await expect(row(page, 'Bailey Nguyen')).toBeVisible()
  await expect(row(page, 'Avery Comeaux')).toBeHidden()
  // Dates and all on one line.
  expect((await page.locator('tbody tr').boundingBox())?.height).toBeLessThanOrEqual(48)
  await expectAccessible(page)
  await page.reload()
  await expect(search(page)).toHaveValue('555-0151')
  await search(page).fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.getByLabel('Role', { exact: true }).selectOption('Front Desk')
  await expect(row(page, 'Alex Prudhomme')).toBeVisible()
  await expect(row(page, 'Avery Comeaux')).toBeHidden()
})

test('shows details beside the list, and the browser’s Back closes them', { tag: '@desktop' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'desk')
  await openUsers(page, '?search=casey+landry')
  await act(page, 'Casey Landry', 'View User Details')
  const details = dialog(page, 'User Details')
  await expect(details.getByRole('heading', { name: 'Casey Landry' })).toBeVisible()
  await expect(details.getByText('member@demo.dugout.test')).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Bookings' })).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Transactions' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(details).toBeHidden()
  // The desk neither changes roles nor deletes users.
  await page.getByRole('button', { name: 'Actions for Casey Landry' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View User Details'])
  await expectAccessible(page, [{ width: 1280, colorScheme: 'light' }])
})

test('says what failed and tries again', { tag: '@desktop' }, async ({ page, allowProblem }) => {
  allowProblem(/50[03]|404/)
  await signInAsDemo(page.request, 'admin')
  let broken = true
  await page.route('**/api/admin/users?*', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.' } })
      : route.continue(),
  )
  await page.route(/\/api\/admin\/users\/[0-9a-f-]{36}$/, (route) =>
    broken
      ? route.fulfill({ status: 404, json: { code: 'user_not_found', message: 'Gone.' } })
      : route.continue(),
  )
  await openUsers(page, '?search=people.dugout.test')
  await expect(page.getByRole('alert')).toContainText('Error: Something went wrong.')
  broken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row(page, 'Avery Comeaux')).toBeVisible()
  broken = true
  await act(page, 'Avery Comeaux', 'View User Details')
  const details = dialog(page, 'User Details')
  await expect(details.getByText('Could not load user details.')).toBeVisible()
  broken = false
  await details.getByRole('button', { name: 'Try Again' }).click()
  await expect(details.getByRole('heading', { name: 'Avery Comeaux' })).toBeVisible()
})

test('creates a user, who sets a password from the invitation and signs in', { tag: '@phone' }, async ({
  page,
  openBrowser,
  allowProblem,
}) => {
  allowProblem(/40[09]/)
  const email = newEmail()
  await signInAsDemo(page.request, 'desk')
  await openUsers(page)
  await page.getByRole('button', { name: 'Create User' }).click()
  const form = page.getByRole('form', { name: 'Create user' })
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByText('Full name is required.')).toBeVisible()
  await expect(form.getByLabel('Full Name')).toBeFocused()
  await look(page)
  await form.getByLabel('Full Name').fill('Ivy Invited')
  await form.getByLabel('Email').fill('member@demo.dugout.test')
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByText('There is already a user with this email.')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill('12')
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByText('Please enter a real phone number')).toBeVisible()
  await form.getByLabel('Phone').fill('409 555 0166')
  await form.getByRole('button', { name: 'Create User' }).click()
  const details = dialog(page, 'User Details')
  await expect(details.getByText('Invited, no password set yet')).toBeVisible()
  await expect(details.getByText('(409) 555-0166')).toBeVisible()

  const theirs = await openBrowser()
  await theirs.goto(await mailedLink(page.request, email, invitationLink))
  await expect(theirs.getByRole('heading', { level: 1, name: 'Choose Your Password' })).toBeVisible()
  await expect(theirs).toHaveTitle(/^Choose Your Password · /)
  // The invitation outlives a reload, and its token is not in the address.
  await theirs.reload()
  expect(theirs.url()).not.toContain('access_token')
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm Password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Choose Your Password' }).click()
  await expect(theirs.getByText('Your password is set. You can now log in with it.')).toBeVisible()
  await fillSignIn(theirs, email)
  await expect(theirs).toHaveURL(/\/$/)
})

test('repeats a lost attempt under the same key, and says so', { tag: '@desktop' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/ERR_FAILED/)
  await signInAsDemo(page.request, 'admin')
  await openUsers(page)
  await page.getByRole('button', { name: 'Create User' }).click()
  const form = page.getByRole('form', { name: 'Create user' })
  await form.getByLabel('Full Name').fill('Una Unsure')
  const keys: (string | undefined)[] = []
  // The server gets the first request and answers, but the answer is lost.
  await page.route('**/api/admin/users', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByRole('alert')).toContainText('this may already be done')
  await expect(form.getByLabel('Full Name')).toBeDisabled()
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog(page, 'User Details').getByText('Una Unsure')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  await openUsers(page, '?search=una+unsure')
  await expect(page.locator('[data-open]')).toHaveCount(1)
})

test('changes a role: the person is signed out and then finds the back office; the last admin is kept', {
  tag: '@desktop',
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'admin')
  const email = await findCustomer(page)
  const theirs = await openBrowser()
  await signIn(theirs.request, email)
  await theirs.goto('/account')
  await expect(theirs.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()

  await act(page, 'Robin Batter', 'Edit User Role')
  const edit = dialog(page, 'Edit User Role')
  await edit.getByLabel('Role', { exact: true }).selectOption('Front Desk')
  await edit.getByRole('button', { name: 'Save Role' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('Robin Batter has the role Front Desk.')).toBeVisible()

  await theirs.reload()
  await expect(theirs).toHaveURL(/\/auth/)
  await signIn(theirs.request, email)
  await theirs.goto('/admin/users')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  await openUsers(page, '?search=dana+thibodeaux')
  await act(page, 'Dana Thibodeaux', 'Edit User Role')
  await expect(edit.getByText('This is your own role.')).toBeVisible()
  await edit.getByLabel('Role', { exact: true }).selectOption('Customer')
  await edit.getByRole('button', { name: 'Save Role' }).click()
  await expect(edit.getByText('This is the only admin. Make another user an admin first.')).toBeVisible()
  await expect(edit.getByLabel('Role', { exact: true })).toBeFocused()
  await expectAccessible(page)
})

test('a promoted customer with a short password is led to a longer one', { tag: '@desktop' }, async ({
  page,
  request,
  customer,
  allowProblem,
}) => {
  allowProblem(/403/)
  const shortPassword = 'pq7Kz3wX'
  await signIn(page.request, customer)
  const change = await page.request.post('/api/auth/change-password', {
    data: { currentPassword: PASSWORD, newPassword: shortPassword },
  })
  expect(change.status(), await change.text()).toBe(200)
  await signInAsDemo(request, 'admin')
  const found = await request.get(`/api/admin/users?search_query=${customer}`)
  const [{ id }] = ((await found.json()) as { items: [{ id: string }] }).items
  const granted = await request.post('/api/admin/users/role', { data: { user_id: id, new_role: 'desk' } })
  expect(granted.status(), await granted.text()).toBe(200)

  await page.goto('/auth')
  await fillSignIn(page, customer, shortPassword)
  await expect(page.getByText('Staff accounts need a password of at least 10 characters.')).toBeVisible()
  await page.getByRole('button', { name: 'Send Me a Reset Link' }).click()
  await expect(page.getByText(`Password reset email sent to ${customer}.`)).toBeVisible()
  expect(await mailedLink(page.request, customer, recoveryLink)).toContain('type=recovery')
})

test('a deletion says what is canceled and given back, and does it', { tag: ['@desktop', '@quick'] }, async ({
  page,
  openBrowser,
  day,
}) => {
  await signInAsDemo(page.request, 'admin')
  const email = await findCustomer(page)
  const theirs = await openBrowser()
  await signIn(theirs.request, email)
  await bookHalfHour(theirs.request, { day, cage: 'Cage 2', wallTime: '16:00' })
  const [{ id }] = await (await theirs.request.get('/api/me/bookings')).json()
  const paid = await page.request.put(`/api/bookings/${id}/status`, { data: { status: 'paid' } })
  expect(paid.status(), await paid.text()).toBe(200)

  await act(page, 'Robin Batter', 'Delete User')
  const confirm = dialog(page, 'Confirm Deletion')
  await expect(
    confirm.getByText(/^1 booking is canceled\. Please refund \$\d+\.\d\d at the desk\.$/),
  ).toBeVisible()
  await expect(confirm.getByRole('listitem')).toHaveText(/^Cage 2.*4:00 PM\$\d+\.\d\d to refund at the desk$/)
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Delete User' }).click()
  await expect(page.getByText('Robin Batter is deleted.')).toBeVisible()
  // Its time is free again.
  const schedule = await page.request.get(`/api/schedule?p_date=${day}`)
  expect(await schedule.json()).toEqual([])
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()

  await findCustomer(page)
  await act(page, 'Robin Batter', 'Delete User')
  await expect(confirm.getByText('Are you sure you want to delete Robin Batter?')).toBeVisible()
  await expect(confirm.getByText('They have nothing coming up.')).toBeVisible()
})

test('all by keyboard: rows, details, menu', { tag: '@desktop' }, async ({ page, facilityServer }) => {
  await signInAsDemo(page.request, 'admin')
  await openUsers(page, `${await addMany(facilityServer)}&sort=name`)
  const rows = page.locator('[data-open]')
  await expect(rows).toHaveCount(50)
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.nth(49)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rows.nth(48)).toBeFocused()
  const name = (await rows.nth(48).textContent()) ?? ''
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'User Details').getByRole('heading', { name, level: 3 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'User Details')).toBeHidden()
  await rows.nth(48).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'View User Details' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Edit User Role').getByLabel('Role', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  // One row is in the tab order: after its menu comes Load More.
  await rows.nth(48).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Load More Users' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(rows.nth(48)).toBeFocused()
})
