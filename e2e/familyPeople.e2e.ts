import type { Participant } from '../shared/contract/accounts/households.ts'
import { bookHalfHour } from './facilityDays.ts'
import { addChild, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn } from './people.ts'

test('a parent is no longer told, archives and brings back, deletes one child for good and leaves another', {
  tag: '@phone',
}, async ({ page, customer: _, day, openBrowser, allowProblem }) => {
  allowProblem(/status of 409/)
  const zoe = await addChild(page.request, 'Zoe Parker', '2017-01-02')
  const shared = [
    await addChild(page.request, 'Mia Parker', '2016-03-09'),
    await addChild(page.request, 'Leo Parker', null),
  ]
  const sam = (await openBrowser()).request
  const address = await createCustomer(sam)
  await page.request.post('/api/me/household-invitations', {
    data: { email: address, participant_ids: shared },
  })
  await signIn(sam, address)
  const [invitation] = (await (await sam.get('/api/me/received-invitations')).json()) as { id: string }[]
  const accepted = await sam.post('/api/household-invitations/accept', { data: { id: invitation?.id } })
  expect(accepted.status(), await accepted.text()).toBe(200)
  const booking = await bookHalfHour(page.request, {
    day,
    cage: 'Cage 1',
    wallTime: '16:00',
    participantId: zoe,
  })

  await page.goto('/account?tab=profile')
  const family = page.getByRole('region', { name: 'Family' })
  const rowOf = (name: string) => family.getByRole('listitem').filter({ hasText: name })
  const told = family.getByRole('switch', { name: /^Tell me about bookings that others make/ })
  await told.click()
  await expect(told).not.toBeChecked()
  const whoIsTold = async () => {
    const people = (await (await page.request.get('/api/me/participants')).json()) as Participant[]
    return people.flatMap(({ name, adults }) =>
      adults.length > 1 && adults.some(({ is_me, is_told }) => is_me && is_told) ? [name] : [],
    )
  }
  await expect.poll(whoIsTold).toEqual([])
  await page.reload()
  await expect(told).not.toBeChecked()

  await family.getByRole('button', { name: 'Archive Zoe Parker' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
  const booked = page.getByRole('dialog', { name: 'Zoe Parker has bookings' })
  await expect(booked).toContainText('stays booked')
  await expect(booked.getByRole('listitem').filter({ hasText: 'Cage 1' })).toContainText('4:00 PM')
  await look(page)
  await booked.getByRole('button', { name: 'Archive Anyway' }).click()
  await family.getByRole('button', { name: 'Show archived people (1)' }).click()
  await expect(family.getByRole('button', { name: 'Delete Zoe Parker permanently' })).toBeVisible()
  await family.getByRole('button', { name: 'Bring back Zoe Parker' }).click()

  // Deleted from the form, once nothing is booked any more.
  await family.getByRole('button', { name: 'Edit Zoe Parker' }).click()
  const deleteFromForm = (name: string) =>
    page
      .getByRole('dialog', { name: `Edit ${name}` })
      .getByRole('button', { name: `Delete ${name} permanently` })
  await deleteFromForm('Zoe Parker').click()
  const question = page.getByRole('dialog', { name: 'Permanently delete Zoe Parker?' })
  await expect(question).toContainText('the medical note, the emergency contacts and who may pick up')
  await expect(question).toContainText('receipts stay in your lists, without the name')
  await look(page)
  await question.getByRole('button', { name: 'Delete Permanently' }).click()
  await expect(booked).toContainText('Cancel it first; then you can delete Zoe Parker.')
  await expect(booked.getByRole('link', { name: 'Go to Your Bookings' })).toBeVisible()
  await page.request.post(`/api/me/bookings/${booking}/cancel`, { data: {} })
  await booked.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Zoe Parker is deleted.')).toBeVisible()
  await expect(rowOf('Zoe Parker')).toHaveCount(0)
  await expect(family.getByRole('heading', { name: 'Family' })).toBeFocused()

  // Someone whom another adult looks after too can only be left.
  await family.getByRole('button', { name: 'Edit Leo Parker' }).click()
  await deleteFromForm('Leo Parker').click()
  const sharing = page.getByRole('dialog', { name: 'Leo Parker is shared' })
  await expect(sharing).toContainText('Robin Batter looks after Leo Parker too')
  await look(page)
  await sharing.getByRole('button', { name: 'See who looks after Leo Parker' }).click()
  const adults = page.getByRole('dialog', { name: 'Who looks after Leo Parker' })
  await adults.getByRole('button', { name: 'Leave Leo Parker' }).click()
  await expect(adults).toContainText('the other adults keep the whole history')
  await adults.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You no longer look after Leo Parker.')).toBeVisible()
  await expect(rowOf('Leo Parker')).toHaveCount(0)
  await expect(rowOf('Mia Parker')).toBeVisible()
  const left = (await (await sam.get('/api/me/participants')).json()) as Participant[]
  expect(left.map(({ name }) => name)).toContain('Leo Parker')
})
