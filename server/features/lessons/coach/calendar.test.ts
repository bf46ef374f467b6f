import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { tuesday } from '../../../test/cageTime.ts'
import { addCages } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { mailsTo } from '../../accounts/accountsTestKit.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { guestForm, type LessonAnswer, lesson, postLesson } from '../lessonTestKit.ts'
import { type CalendarLesson, lessonCalendar } from './calendar.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addCages(app.db, 1)
})
afterAll(() => app.close())

/** The one event of a calendar file, as a parser that is not ours reads it. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  const component = calendar.getFirstSubcomponent('vevent')
  if (!zone || !component) throw new Error('The file has no time zone or no event.')
  return { calendar, zone: new ICAL.Timezone(zone), event: new ICAL.Event(component), component }
}

const bookAsGuest = async (coachName: string, day: string) => {
  const coach = await addCoach(app.db, { name: coachName })
  return bodyOf<LessonAnswer>(
    postLesson(app, {
      ...lesson(coach.id, day, '17:00'),
      ...guestForm(app, {
        guest_details: { name: 'Gwen', phone: `409 555 ${day.slice(5).replace('-', '')}` },
      }),
    }),
  )
}

describe('get-lesson-calendar', () => {
  test('gives a guest the lesson as a file that other programs read', async () => {
    const day = tuesday(0)
    const { booking, calendar_url } = await bookAsGuest('Casey; Coach, Jr.', day)
    const response = await app.request(calendar_url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/calendar')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="lesson.ics"')
    const { calendar, zone, event, component } = read(await response.text())
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(zone.tzid).toBe('America/Chicago')
    expect(component.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/Chicago')
    expect(event).toMatchObject({ uid: `${booking.id}@localhost`, sequence: 0 })
    expect(event.summary).toBe('Lesson with Casey; Coach, Jr.')
    expect(event.location).toContain('4120 Fannin Street, Beaumont, TX 77701')
    expect(event.startDate.toString()).toBe(`${day}T17:00:00`)
    expect(event.endDate.toString()).toBe(`${day}T18:00:00`)
    expect(String(component.getFirstPropertyValue('dtstamp'))).toMatch(/Z$/)
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  test('keeps the UID and raises SEQUENCE when the lesson is moved and when it is canceled', async () => {
    const { booking, calendar_url } = await bookAsGuest('Mover', tuesday(1))
    const load = async () => read(await (await app.request(calendar_url)).text())
    const update = app.db.updateTable('coach_bookings').where('id', '=', booking.id)
    await update.set({ admin_notes: 'paid at the desk', status: 'paid' }).execute()
    expect((await load()).event.sequence).toBe(0)
    await update.set({ start_time: '18:00', end_time: '19:00' }).execute()
    const moved = await load()
    expect(moved.event).toMatchObject({ uid: `${booking.id}@localhost`, sequence: 1 })
    expect(moved.event.startDate.toString()).toContain('T18:00:00')
    await update.set({ status: 'canceled' }).execute()
    const canceled = await load()
    expect(canceled.event).toMatchObject({ uid: `${booking.id}@localhost`, sequence: 2 })
    expect(canceled.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  })

  test('is the file that the confirmation carries', async () => {
    const coach = await addCoach(app.db, { name: 'Mailed' })
    const guest_details = { name: 'Gwen', phone: '409 555 0166', email: 'mailed@example.test' }
    const request = lesson(coach.id, tuesday(3), '17:00')
    const { booking } = await bodyOf<LessonAnswer>(
      postLesson(app, { ...request, ...guestForm(app, { guest_details }) }),
    )
    const [mail] = await mailsTo(app, guest_details.email)
    expect(mail?.subject).toContain('Lesson confirmed: Mailed')
    const [attachment] = mail?.attachments ?? []
    expect(attachment).toMatchObject({
      filename: 'lesson.ics',
      content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
    })
    expect(read(attachment?.content ?? '').event.uid).toBe(`${booking.id}@localhost`)
  })

  test('opens to nobody who only knows the id', async () => {
    const { booking, calendar_url } = await bookAsGuest('Private', tuesday(2))
    const path = `/api/lessons/${booking.id}/lesson.ics`
    const signature = new URL(calendar_url, app.url).searchParams.get('signature') ?? ''
    expect(await refusalOf(await app.request(path))).toEqual([400, 'invalid_input'])
    expect(await refusalOf(await app.request(`${path}?signature=`))).toEqual([404, 'lesson_not_found'])
    const elsewhere = `/api/lessons/${randomUUID()}/lesson.ics?signature=${signature}`
    expect(await refusalOf(await app.request(elsewhere))).toEqual([404, 'lesson_not_found'])
  })
})

describe('a calendar file', () => {
  const entry: CalendarLesson = {
    id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    participantName: '',
    coachName: `José "Pepe" Ñandú 🧢 ${'with a very long name '.repeat(8)}`,
    cageName: 'Cage 2\r\nBEGIN:VALARM',
    start: new Date('2026-11-24T23:00:00Z'),
    end: new Date('2026-11-25T00:00:00Z'),
    status: 'pending payment',
    revision: 3,
    createdAt: new Date('2026-11-01T12:00:00Z'),
    updatedAt: new Date('2026-11-02T12:00:00Z'),
  }
  const written = async (change: Partial<CalendarLesson> = {}, zone = 'America/Chicago') => {
    const facility = { ...(await app.context.facility.get()), time_zone: zone }
    const made = new Date('2026-11-03T12:00:00Z')
    return lessonCalendar({ ...entry, ...change }, facility, 'https://cages.test', made)
  }

  test('has lines of at most 75 bytes that end in CRLF', async () => {
    const file = await written()
    const lines = file.split('\r\n')
    expect(lines.join('')).not.toMatch(/[\r\n]/)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
  })

  test('cannot be broken out of by a name', async () => {
    const { event, component } = read(await written())
    expect(event.description).toContain('Cage 2 BEGIN:VALARM at Golden Triangle Batting Cages.')
    expect(component.getAllSubcomponents('valarm')).toHaveLength(0)
    expect(event.summary).toBe(`Lesson with ${entry.coachName}`.trim())
    expect(event).toMatchObject({ uid: `${entry.id}@cages.test`, sequence: 3 })
  })

  test.each([
    ['pending payment', 'You can pay on arrival.'],
    ['paid', 'Paid.'],
    ['canceled', undefined],
  ] as const)('of a lesson that is %s says what is still to be paid', async (status, line) => {
    const lines = read(await written({ status })).event.description.split('\n')
    expect(lines.slice(1, -1)).toEqual(line ? [line] : [])
  })

  test.each([
    ['summer', '2027-03-14T22:00:00Z', '17:00'],
    ['winter', '2027-03-13T23:00:00Z', '17:00'],
  ])('brings the rules of the zone, which give the same instant in %s', async (_season, instant, wall) => {
    const start = new Date(instant)
    const { zone, event } = read(await written({ start, end: new Date(start.getTime() + 3_600_000) }))
    expect(event.startDate.toString()).toContain(`T${wall}:00`)
    event.startDate.zone = zone
    expect(event.startDate.toUnixTime() * 1_000).toBe(start.getTime())
  })
})
