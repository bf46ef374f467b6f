import type { BookedLesson } from '../../../shared/contract/lessons/lessons.ts'
import { newDevice } from '../../http/limits/deviceCookie.ts'
import { issueFormToken } from '../../http/limits/guestCheck.ts'
import type { TestApp } from '../../test/testApp.ts'

/** A guest's form that was opened ten seconds ago; `form` overrules any part of it. */
export const guestForm = (app: TestApp, form: object = {}) => {
  const { clock } = app.context
  const opened = { now: () => new Date(clock.now().getTime() - 10_000) }
  return {
    guest_details: { name: 'Gwen Guest', phone: '(409) 555-0177' },
    form_token: issueFormToken({ ...app.context, clock: opened }, newDevice()),
    website: '',
    ...form,
  }
}

/** An hour with a coach, to be paid on arrival. */
export const lesson = (coachId: string, day: string, startTime: string, more: object = {}) => ({
  coach_id: coachId,
  lesson_date: day,
  start_time: startTime,
  duration_minutes: 60,
  payment_method: 'on_arrival',
  ...more,
})

export const postLesson = (
  app: TestApp,
  json: unknown,
  options: { cookie?: string; headers?: Record<string, string> } = {},
) => app.request('/api/lessons', { json, ...options })

export interface LessonAnswer {
  message: string
  booking: BookedLesson
  calendar_url: string
}
