import { expect } from 'vitest'
import type { ClassPlan, StaffClass } from '../../../../shared/contract/programs/staffClasses.ts'
import { bodyOf } from '../../../test/answers.ts'
import type { Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'

export interface SavedClass {
  class: StaffClass
  count: number
  sessions: ClassPlan
}

/** Six Mondays and six Wednesdays from November 30, 2026 on, 16:00 to 17:00. */
export const season = { start_date: '2026-11-30', end_date: '2027-01-10' }
export const monday = { day_of_week: 1, start_time: '16:00', end_time: '17:00' }
export const wednesday = { day_of_week: 3, start_time: '16:00', end_time: '17:00' }

export const classData = (changes: object = {}) => ({
  name: 'Hitting Basics',
  description: 'A level swing.',
  coach_id: null,
  age_group: '8-10 years',
  price: 25,
  max_spots: 8,
  ...season,
  ...changes,
})

/** How one of the staff edits classes over HTTP. */
export function editing(app: TestApp, { cookie }: Pick<Person, 'cookie'>) {
  const send = (method: string, path: string, json?: object, key?: string) =>
    app.request(`/api/admin/classes${path}`, {
      method,
      cookie,
      ...(json ? { json } : {}),
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const create = (json: object, key?: string) => send('POST', '', json, key)
  return {
    create,
    list: (query = '') => send('GET', query),
    get: (id: string) => send('GET', `/${id}`),
    read: (id: string) => bodyOf<StaffClass>(send('GET', `/${id}`)),
    preview: (json: object) => send('POST', '/preview', json),
    update: (id: string, json: object, key?: string) => send('PUT', `/${id}`, json, key),
    generate: (id: string, json: object = {}) => send('POST', `/${id}/instances`, json),
    delete: (id: string) => send('DELETE', `/${id}`),
    /** Deletes a class that a test is through with, which must succeed. */
    async removed(id: string) {
      const answer = await send('DELETE', `/${id}`)
      if (answer.status !== 200) throw new Error(`delete-class: ${answer.status} ${await answer.text()}`)
    },
    /** A class that is there for the test. */
    async made(data: object = {}, schedules: object[] = [monday, wednesday]): Promise<SavedClass> {
      const answer = await create({ classData: classData(data), schedules })
      if (answer.status !== 201) throw new Error(`create-class: ${answer.status} ${await answer.text()}`)
      return bodyOf<SavedClass>(answer)
    },
    /** Saves a class as it is, but for these changes. */
    async save(id: string, changes: { classData?: object; schedules?: object[] } & Record<string, unknown>) {
      const saved = await bodyOf<StaffClass>(send('GET', `/${id}`))
      const { classData: data, ...rest } = changes
      return send('PUT', `/${id}`, {
        classData: { ...saved, ...data },
        schedules: saved.class_schedules,
        expected_revision: saved.revision,
        ...rest,
      })
    },
    /** The same, which must succeed. */
    async saved(id: string, changes: Record<string, unknown>): Promise<SavedClass> {
      const answer = await this.save(id, changes)
      expect(answer.status, await answer.clone().text()).toBe(200)
      return bodyOf<SavedClass>(answer)
    },
  }
}

/** The sessions of a class as the database has them, with the names of their cages. */
export async function sessionsOf(app: TestApp, classId: string) {
  const rows = await app.db
    .selectFrom('class_instances as session')
    .leftJoin('class_instance_cages as taken', 'taken.class_instance_id', 'session.id')
    .leftJoin('cages', 'cages.id', 'taken.cage_id')
    .select(['session.id', 'class_date', 'start_time', 'end_time', 'status', 'session.coach_id'])
    .select(['off_schedule', 'cages.name as cage'])
    .where('class_id', '=', classId)
    .orderBy('class_date')
    .orderBy('start_time')
    .orderBy('cages.name')
    .execute()
  return rows
}

/** 'yyyy-MM-dd HH:mm' of the sessions that are held. */
export const heldOf = async (app: TestApp, classId: string) => [
  ...new Set(
    (await sessionsOf(app, classId))
      .filter(({ status }) => status === 'active')
      .map(({ class_date, start_time }) => `${class_date} ${start_time.slice(0, 5)}`),
  ),
]
