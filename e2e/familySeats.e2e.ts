import type { APIRequestContext } from '@playwright/test'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { checkout, testCard } from './checkout.ts'
import { addStudent, classPage, freeSessions } from './classPage.ts'
import { addChild, bornFor, campPanel, familyCamp, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'

interface Registered {
  registrations: { registration_id: string }[]
}

/** The children of a rival family, who are not registered yet. */
const addRivals = (request: APIRequestContext, camp: Camp, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => addChild(request, `Rival ${index}`, bornFor(camp, 10))),
  )

async function registerAll(request: APIRequestContext, camp: Camp, participant_ids: string[]) {
  const answer = await request.post('/api/camp-registrations', {
    data: { p_camp_id: camp.id, participant_ids },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as Registered).registrations.map(({ registration_id }) => registration_id)
}

const cancelAll = (request: APIRequestContext, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const answer = await request.post(`/api/me/camp-registrations/${id}/cancel`, { data: {} })
      expect(answer.status(), await answer.text()).toBe(200)
    }),
  )

test('the last spot goes to the first child, the second follows, and both are paid at once over the bank’s page', {
  tag: '@phone',
}, async ({ page, customer: _, allowProblem, openCustomer }) => {
  allowProblem(/status of 409/)
  const camp = await familyCamp(page.request)
  const rivals = await Promise.all([openCustomer(), openCustomer()])
  const toTake = camp.spots_left - 1
  const halves = [Math.ceil(toTake / 2), Math.floor(toTake / 2)]
  const rivalIds = await Promise.all(
    rivals.map(({ request }, index) => addRivals(request, camp, halves[index] ?? 0)),
  )
  await addChild(page.request, 'Mia Parker', bornFor(camp, 9))
  await addChild(page.request, 'Leo Parker', bornFor(camp, 11))
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  await on.person('Mia Parker').check()
  await on.person('Leo Parker').check()
  // While the family's request is on its way, two others race for all spots but one.
  let taken: string[][] = []
  await page.route(
    '**/api/camp-registrations',
    async (route) => {
      taken = await Promise.all(
        rivals.map(({ request }, index) => registerAll(request, camp, rivalIds[index] ?? [])),
      )
      await route.continue()
    },
    { times: 1 },
  )
  await on.payOnArrival.click()
  await expect(on.question.getByRole('listitem')).toHaveText(['Mia Parker', 'Leo Parker'])
  await expect(on.question).toContainText('You pay $360 when you arrive: 2 people × $180.')
  await on.confirm.click()
  const short = page.getByRole('dialog', { name: 'Not Enough Spots' })
  await expect(short).toContainText('Only 1 spot is left, and you chose 2 people. No one is registered yet.')
  await look(page)
  await short.getByRole('button', { name: 'Register the first one: Mia Parker' }).click()
  const done = page.getByRole('region', { name: 'Registration Successful!' })
  await expect(done).toContainText('Mia Parker is registered. You will pay on arrival.')
  await done.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(on.seats).toHaveCount(1)

  // A rival cancels, and the page offers the spot.
  await Promise.all(rivals.map(({ request }, index) => cancelAll(request, taken[index] ?? [])))
  await on.person('Leo Parker').check()
  await on.payOnArrival.click()
  await on.confirm.click()
  await expect(done).toContainText('Leo Parker is registered.')
  await done.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(on.seats).toHaveCount(2)
  await page.getByRole('button', { name: 'Pay Now for all · $360.00' }).click()
  const card = checkout(page)
  await expect(card.dialog).toContainText('For Mia Parker and Leo Parker')
  await card.payWith(testCard.asksTheBank)
  await card.answerBank('Complete')
  await expect(card.success).toContainText('$360.00')
  await expect(card.success).toContainText('Leo Parker and Mia Parker')
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  await page.goto(`/camps/${camp.id}`)
  await expect(on.seats.filter({ hasText: 'Payment Complete' })).toHaveCount(2)
  const payments = (await (await page.request.get('/api/me/payments')).json()) as { total_amount: number }[]
  expect(payments).toMatchObject([{ total_amount: 360, booking_count: 2 }])
  const mine = (await (await page.request.get('/api/me/camp-registrations')).json()) as { id: string }[]
  await cancelAll(
    page.request,
    mine.map(({ id }) => id),
  )
})

test('two children get two class sessions in one card payment', { tag: '@desktop' }, async ({
  page,
  customer: _,
}) => {
  await addStudent(page.request, 'Mia Parker', 10)
  await addStudent(page.request, 'Leo Parker', 8)
  const [first, ...later] = await freeSessions(page.request)
  const second = later.find((session) => session.page === first?.page)
  if (!first || !second) throw new Error('The demo has no two free sessions on one page.')
  const training = classPage(page)
  const card = checkout(page)
  await training.open(`?page=${first.page}`)
  await training.choice(first).check()
  await training.choice(second).check()
  await training.book.click()
  const who = page.getByRole('group', { name: 'Who is coming?' })
  await expect(who.getByRole('alert')).toHaveText('Choose who is coming.')
  await who.getByRole('checkbox', { name: /^Mia Parker/ }).check()
  await who.getByRole('checkbox', { name: /^Leo Parker/ }).check()
  await training.book.click()
  await expect(card.dialog).toContainText('For Mia Parker and Leo Parker')
  await card.payWith(testCard.pays)
  await expect(card.success).toContainText('$100.00')
  await expect(card.success).toContainText('Leo Parker and Mia Parker')
  await card.success.getByRole('link', { name: 'Continue Browsing' }).click()
  for (const session of [first, second]) {
    await expect(training.row(session)).toContainText('Mia Parker')
    await expect(training.row(session)).toContainText('Leo Parker')
  }
  await page.goto('/account?tab=classes')
  await expect(page.getByRole('main').getByText('Leo Parker')).toHaveCount(2)
})
