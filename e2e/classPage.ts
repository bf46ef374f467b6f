import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type {
  ClassDetails,
  ClassInstance,
  OwnClassSeat,
  TrainingClass,
} from '../shared/contract/programs/classes.ts'
import { facilityDay } from '../shared/domain/time/time.ts'
import { formatDay, formatWallTimeRange } from '../shared/domain/time/timeFormat.ts'
import { getFacility } from './facilityDays.ts'
import { addChild, bornFor } from './familyPages.ts'

/** The demo class with two sessions a week: three pages of them are to come. */
export const className = 'Youth Hitting Fundamentals'

const getJson = async <Body>(request: APIRequestContext, path: string) =>
  (await (await request.get(path)).json()) as Body

export async function classId(request: APIRequestContext): Promise<string> {
  const classes = await getJson<TrainingClass[]>(request, '/api/classes')
  return classes.find(({ name }) => name === className)?.id ?? ''
}

/** Adds a child who is this old on the first day of that class; it is for ages 8 to 10. */
export async function addStudent(request: APIRequestContext, name = 'Mia Parker', years = 9): Promise<void> {
  const { class: course } = await getJson<ClassDetails>(request, `/api/classes/${await classId(request)}`)
  await addChild(request, name, bornFor(course, years))
}

/** One page of the list (spec 2 §9). */
const PER_PAGE = 6

/** A session that can be chosen, and on which page of what is to come it stands. */
export interface FreeSession extends ClassInstance {
  readonly page: number
}

/** The sessions of that class, from the second page on, which the person of `request` does not have yet. */
export async function freeSessions(request: APIRequestContext): Promise<FreeSession[]> {
  const id = await classId(request)
  const { time_zone } = await getFacility(request)
  const today = facilityDay(new Date(), time_zone)
  const { instances } = await getJson<ClassDetails>(request, `/api/classes/${id}`)
  const seats = await request.get(`/api/classes/${id}/my-registrations`)
  const own = seats.ok() ? ((await seats.json()) as OwnClassSeat[]) : []
  const isOwn = ({ id }: { id: string }) => own.some(({ class_instance_id }) => class_instance_id === id)
  // Full sessions are one line below the list.
  return instances
    .filter((session) => session.class_date >= today && (session.spots_left > 0 || isOwn(session)))
    .map((session, index) => ({ ...session, page: Math.floor(index / PER_PAGE) + 1 }))
    .filter(({ page, spots_left }) => page > 1 && spots_left > 2)
    .filter((session) => !isOwn(session))
}

/** Locators for the page of that class. */
export function classPage(page: Page) {
  const list = page.getByRole('region', { name: 'Sessions' })
  return {
    list,
    selection: page.getByRole('region', { name: 'Your selection' }),
    student: page.getByRole('checkbox', { name: /^Mia Parker/ }),
    book: page.getByRole('button', { name: 'Book Selected' }),
    /** A session that can be chosen. */
    choice: ({ class_date, start_time, end_time }: ClassInstance) =>
      list.getByRole('checkbox', {
        name: `${formatDay(class_date, 'long')}, ${formatWallTimeRange({ start_time, end_time })}`,
      }),
    row: ({ class_date }: ClassInstance) =>
      list.getByRole('listitem').filter({ hasText: formatDay(class_date, 'long') }),
    view: (name: string) => list.getByRole('radio', { name }),
    async open(search = '') {
      await page.goto(`/classes/${await classId(page.request)}${search}`)
      await expect(list.getByRole('listitem').first()).toBeVisible()
    },
  }
}
