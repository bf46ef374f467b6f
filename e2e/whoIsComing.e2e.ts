import { addDays } from '../shared/domain/time/time.ts'
import { coachPage } from './coachPage.ts'
import { addChild, bornFor, campPanel, familyCamp, look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'

test('a family is listed children first, ages are checked as one picks, and a birth date is said in the row', {
  tag: ['@narrow', '@desktop', '@phone'],
}, async ({ page, customer: _ }) => {
  const camp = await familyCamp(page.request)
  const becomesTwelve = addDays(camp.start_date, -1).replace(/^\d+/, (year) => String(Number(year) - 12))
  await addChild(page.request, 'Mia Parker', becomesTwelve)
  await addChild(page.request, 'Sam Parker', bornFor(camp, 6))
  await addChild(page.request, 'Kit Parker', null)
  await addChild(page.request, 'Leo Parker', bornFor(camp, 9))
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  await expect(on.person('Leo Parker')).toBeVisible()
  // As a screen reader goes through it: the young first, who cannot come last, then one more, then the owner's reason.
  await expect(on.who).toMatchAriaSnapshot(`
    - group "Who Is Coming?":
      - text: Who Is Coming?
      - list:
        - listitem:
          - checkbox "Leo Parker 9 years old"
          - text: Leo Parker 9 years old
        - listitem:
          - checkbox /Mia Parker 12 years old on/
          - text: /Mia Parker 12 years old on/
        - listitem:
          - button "Kit Parker Add Birth Date"
        - listitem: /Sam Parker 6 years old on the first day. This camp is for ages/
        - listitem:
          - button "Add a Child"
      - paragraph: This camp is for ages 8 to 12.
  `)
  await expect(on.who.getByRole('checkbox', { checked: true })).toHaveCount(0)

  await on.who.getByRole('button', { name: /^Kit Parker/ }).click()
  const born = on.who.getByLabel('Birth Date')
  await expect(born).toBeFocused()
  await on.who.getByRole('button', { name: 'Save' }).click()
  await expect(born).toBeVisible()
  await look(page)
  const [year, month, date] = bornFor(camp, 10).split('-')
  await born.pressSequentially(`${month}${date}${year}`)
  await on.who.getByRole('button', { name: 'Save' }).click()
  await expect(on.person('Kit Parker')).toBeChecked()
  await expect(on.who).toContainText('10 years old')
  await on.person('Leo Parker').check()
  await expect(on.panel).toContainText('2 people · $180.00 each')
})

test('more than there are spots for cannot be chosen, which is said before anything is sent', {
  tag: '@phone',
}, async ({ page, customer: _ }) => {
  const camp = await familyCamp(page.request)
  for (const name of ['Mia Parker', 'Leo Parker']) await addChild(page.request, name, bornFor(camp, 9))
  // As if others had taken the rest, without taking them from the other journeys.
  await page.route(`**/api/camps/${camp.id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), spots_left: 1 } })
  })
  let sent = 0
  await page.route('**/api/camp-registrations', (route) => {
    sent += 1
    return route.abort()
  })
  await page.goto('/camps')
  await page.getByRole('link', { name: `View Details & Register: ${camp.name}` }).click()
  const on = campPanel(page)
  await on.person('Mia Parker').check()
  await on.person('Leo Parker').check()
  const text = 'Only 1 spot left. Choose one child.'
  await expect(on.who.getByRole('status')).toHaveText(text)
  await on.payOnArrival.click()
  await expect(on.who.getByRole('alert')).toHaveText(text)
  expect(sent).toBe(0)
  await on.person('Leo Parker').uncheck()
  await expect(on.who).not.toContainText(text)
  await on.payOnArrival.click()
  await expect(on.question.getByRole('listitem')).toHaveText('Mia Parker')
})

test('a lesson for a child takes six taps from the home page', { tag: '@phone' }, async ({
  page,
  customer: _,
  day,
}) => {
  await addChild(page.request, 'Mia Parker', '2016-05-04')
  await addChild(page.request, 'Leo Parker', '2018-05-04')
  await page.goto('/')
  let taps = 0
  const coach = coachPage(page, day)
  const tap = async (what: ReturnType<typeof page.getByRole>) => {
    taps += 1
    await what.tap()
  }
  const coaches = page.getByRole('region', { name: 'Your Coaches' })
  await expect(async () => {
    await page.mouse.wheel(0, 800)
    await expect(coaches).toBeVisible({ timeout: 300 })
  }).toPass()
  await tap(coaches.getByRole('link', { name: /Marcus Delgado/ }))
  // On the day of the next free hour, which the home page tells: today may have none, nor what is left of this month.
  await expect(page).toHaveURL(/\/book-coach\/[^?]+\?date=\d/)
  // The first day with a free start is shown; here the journey's own, so that it can be repeated.
  await coach.open()
  await tap(coach.start('4:00 PM'))
  const who = page.getByRole('group', { name: 'Who Is Coming?' })
  await tap(coach.book)
  await expect(who.getByRole('alert')).toHaveText('Choose who the lesson is for.')
  await expect(who.getByRole('radio', { name: /^Leo Parker/ })).toBeFocused()
  await tap(who.getByRole('radio', { name: /^Mia Parker/ }))
  await tap(coach.book)
  await expect(coach.confirmed).toContainText('Mia Parker')
  // One of them was the press that asked who it is for.
  expect(taps - 1).toBeLessThanOrEqual(6)
})

test('without a connection the page stays, and the fields for a child come once online', {
  tag: '@phone',
}, async ({ page, customer: _, allowProblem }) => {
  allowProblem(/console: .*ERR_/)
  const camp = await familyCamp(page.request)
  await addChild(page.request, 'Leo Parker', bornFor(camp, 9))
  await page.goto(`/camps/${camp.id}`)
  const on = campPanel(page)
  await on.person('Leo Parker').check()
  await page.context().setOffline(true)
  await on.who.getByRole('button', { name: 'Add a Child' }).click()
  await expect(on.who.locator('[aria-busy=true]')).toBeVisible()
  await expect(on.person('Leo Parker')).toBeChecked()
  await page.context().setOffline(false)
  await expect(on.who.getByLabel(/Name/).first()).toBeVisible()
  await expect(on.person('Leo Parker')).toBeChecked()
})

test('fields for a child whose code fails are asked for again, and Try Again brings the page back', {
  tag: '@phone',
}, async ({ page, customer: _, allowProblem }) => {
  allowProblem(/ERR_FAILED/)
  allowProblem(/dynamically imported module/)
  let failing = Number.POSITIVE_INFINITY
  await page.route('**/assets/AddPerson-*.js', (route) => {
    failing -= 1
    return failing < 0 ? route.continue() : route.abort()
  })
  const camp = await familyCamp(page.request)
  await page.goto(`/camps/${camp.id}`)
  const { who } = campPanel(page)
  await who.getByRole('button', { name: 'Add a Child' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  // A try asks twice: to preload and to import.
  failing = 2
  await page.getByRole('button', { name: 'Try Again' }).click()
  await who.getByRole('button', { name: 'Add a Child' }).click()
  await expect(who.getByLabel(/Name/).first()).toBeVisible()
  expect(failing).toBeLessThan(0)
})
