import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Participant } from '../shared/contract/accounts/households.ts'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { expectAccessible } from './accessible.ts'

/** The demo camp with room for everybody, for ages 8 to 12. */
export const FAMILY_CAMP = 'All-Around Skills Camp'
export async function familyCamp(request: APIRequestContext): Promise<Camp> {
  const camps = (await (await request.get('/api/camps')).json()) as Camp[]
  const camp = camps.find(({ name }) => name === FAMILY_CAMP)
  if (!camp) throw new Error(`The demo has no camp ${FAMILY_CAMP}.`)
  return camp
}

/** A birth date that makes someone this old on a camp's first day, whenever the journey runs. */
export const bornFor = (camp: Pick<Camp, 'start_date'>, years: number) =>
  `${Number(camp.start_date.slice(0, 4)) - years}-01-02`

/** Adds someone to the family that `request` belongs to; returns their id. */
export async function addChild(
  request: APIRequestContext,
  name: string,
  birth_date: string | null,
): Promise<string> {
  const added = await request.post('/api/me/participants', { data: { name, birth_date } })
  expect(added.status(), await added.text()).toBe(201)
  return ((await added.json()) as { id: string }).id
}

/** Gives the account that `request` belongs to a birth date. */
export async function setOwnBirthDate(request: APIRequestContext, birth_date: string): Promise<void> {
  const people = (await (await request.get('/api/me/participants')).json()) as Participant[]
  const self = people.find(({ is_self }) => is_self)
  const changed = await request.patch(`/api/participants/${self?.id}`, { data: { birth_date } })
  expect(changed.status(), await changed.text()).toBe(200)
}

/** Looks with axe at both sizes, and goes on at the journey's own. */
export async function look(page: Page) {
  const size = page.viewportSize()
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
}

/** A camp's panel with the people of a family. */
export const campPanel = (page: Page) => {
  const panel = page.getByRole('complementary', { name: 'Registration' })
  const add = panel.getByRole('group', { name: /^Add a (child|person)/i })
  return {
    panel,
    who: panel.getByRole('group', { name: /^Who (else )?is coming/i }),
    person: (name: string) => panel.getByRole('checkbox', { name: new RegExp(`^${name}`) }),
    seats: panel.getByRole('list', { name: 'Registered' }).getByRole('listitem'),
    payNow: panel.getByRole('button', { name: /^Pay Now · / }),
    payOnArrival: panel.getByRole('button', { name: 'Pay on Arrival' }),
    /** Asks before anybody is registered without a card. */
    question: page.getByRole('dialog', { name: 'Register for this camp?' }),
    confirm: page.getByRole('button', { name: 'Register & Pay on Arrival' }),
    add,
    async fillNew(name: string, born: string) {
      await add.getByLabel('Name').fill(name)
      const [year = '', month = '', date = ''] = born.split('-')
      // Only digits, as on a phone: the slashes come by themselves.
      await add.getByLabel('Birth Date').pressSequentially(`${month}${date}${year}`)
    },
    submitNew: () => add.getByRole('button', { name: 'Add', exact: true }).click(),
  }
}
