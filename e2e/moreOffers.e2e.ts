import type { Camp } from '../shared/contract/programs/camps.ts'
import type { ListedClass } from '../shared/contract/programs/classes.ts'
import { campDays } from '../shared/domain/programs/camps.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { classId, className } from './classPage.ts'
import { expect, test } from './fixtures.ts'

test('the page of a camp leads to the next camps with spots, and comes with them', { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  const camps: Camp[] = await (await page.request.get('/api/camps')).json()
  const [first, ...others] = camps.filter(({ registration_open }) => registration_open)
  if (!first || !others[0]) throw new Error('The demo has no two open camps.')
  const unscripted = await openBrowser({ javaScriptEnabled: false })
  for (const shown of [unscripted, page]) {
    await shown.goto(`/camps/${first.id}`)
    const more = shown.getByRole('region', { name: 'More Camps' })
    await expect(more.getByRole('heading', { level: 3 })).toHaveText(
      others.slice(0, 3).map(({ name }) => name),
    )
    const tile = more.getByRole('listitem').first()
    await expect(tile).toContainText(campDays(others[0]))
    await expect(tile).toContainText(/\d+ spots? left/)
  }
  await page.getByRole('link', { name: others[0].name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(others[0].name)
  const more = page.getByRole('region', { name: 'More Camps' })
  await expect(more.getByRole('link', { name: first.name, exact: true })).toBeVisible()
})

test('the page of a class leads to others with free sessions, the soonest first', { tag: '@phone' }, async ({
  page,
}) => {
  const listed: ListedClass[] = await (await page.request.get('/api/classes')).json()
  await page.goto(`/classes/${await classId(page.request)}`)
  const free = listed.flatMap(({ name, next_session: next }) =>
    next && name !== className ? [{ name, next }] : [],
  )
  const starts = free.map(({ next }) => `${next.class_date} ${next.start_time}`).toSorted()
  const tiles = page.getByRole('region', { name: 'More Classes' }).getByRole('listitem')
  await expect(tiles).toHaveCount(Math.min(3, free.length))
  const soonest = free.find(({ next }) => `${next.class_date} ${next.start_time}` === starts[0])
  if (!soonest) throw new Error('The demo has no other class with free sessions.')
  await expect(tiles.first()).toContainText(formatDay(soonest.next.class_date))
  await tiles.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(className)
  await expect(
    page.getByRole('region', { name: 'More Classes' }).getByRole('link', { name: className, exact: true }),
  ).toBeVisible()
})

test('the panel of a camp lies over nothing further down the page', { tag: '@desktop' }, async ({ page }) => {
  const camps: Camp[] = await (await page.request.get('/api/camps')).json()
  await page.goto(`/camps/${camps.find(({ registration_open }) => registration_open)?.id}`)
  await page.getByRole('region', { name: 'More Camps' }).scrollIntoViewIfNeeded()
  const panel = await page.getByRole('complementary', { name: 'Registration' }).boundingBox()
  const coaches = await page.getByRole('region', { name: 'Coaches' }).boundingBox()
  if (!panel || !coaches) throw new Error('The page has no panel or no coaches.')
  expect(panel.y + panel.height).toBeLessThan(coaches.y)
})
