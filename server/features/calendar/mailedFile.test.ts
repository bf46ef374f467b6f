import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffCamp } from '../../../shared/contract/programs/staffCamps.ts'
import { addDays, instantOf } from '../../../shared/domain/time/time.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { standingClock } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { mailsTo } from '../accounts/accountsTestKit.ts'
import { cageCustomer } from '../bookings/changeTestKit.ts'
import { addCamp, CAMP_DAYS, register, teenager } from '../camps/campTestKit.ts'
import { changed, editing } from '../camps/editing/editingTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'

// What a booking's mails carry, as a calendar program reads it, around the clock change of March 14.

const clock = standingClock('2026-11-21T18:00:00Z')
const BEFORE = '2027-03-12'
const AFTER = '2027-03-16'
let app: TestApp
let cages: string[]
let admin: Person

beforeAll(async () => {
  app = await startTestApp({ clock })
  cages = await addCages(app.db, 12)
  admin = await addPerson(app, { role: 'admin' })
})
afterAll(() => app.close())

let used = 0
const nextCage = () => cages[used++ % cages.length] ?? ''
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

/** The mail of `count` to a person whose subject begins so, with its calendar file read by a parser that is not ours. */
async function mailOf(email: string, subject: string, count: number) {
  const mail = (await mailsTo(app, email, count)).find((each) => each.subject.startsWith(subject))
  if (!mail) throw new Error(`No mail begins with ${subject}`)
  const [file, ...more] = mail.attachments
  expect(more).toEqual([])
  const calendar = new ICAL.Component(ICAL.parse(file?.content ?? ''))
  const method = String(calendar.getFirstPropertyValue('method'))
  expect(file?.content_type).toBe(`text/calendar; charset=utf-8; method=${method}`)
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (!zone) throw new Error('The file has no time zone.')
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    event.startDate.zone = new ICAL.Timezone(zone)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      status: String(component.getFirstPropertyValue('status')),
      start: new Date(event.startDate.toUnixTime() * 1_000).toISOString(),
      organizer: String(component.getFirstPropertyValue('organizer')),
    }
  })
  return { mail, file, method, events }
}

describe('the mails of a cage booking', () => {
  test('add it to a calendar, move it there past the clock change, and take it out', async () => {
    const person = await addPerson(app, teenager)
    const { book, move, cancel } = cageCustomer(app, person)
    const id = await book(nextCage(), BEFORE, '16:00', '17:00', 30)
    const uid = `${id}@localhost`
    const confirmed = await mailOf(person.email, 'Booking confirmed', 1)
    expect(confirmed).toMatchObject({ method: 'PUBLISH', file: { filename: 'bookings.ics' } })
    expect(confirmed.events).toMatchObject([
      { uid, sequence: 0, status: 'CONFIRMED', start: at(BEFORE, '16:00') },
    ])
    expect(confirmed.events[0]?.organizer).toMatch(/^mailto:/)
    expect((await move(id, { start_time: at(AFTER, '18:00') })).status).toBe(200)
    const moved = await mailOf(person.email, 'Booking changed', 2)
    expect(moved.method).toBe('PUBLISH')
    expect(moved.events).toMatchObject([
      { uid, sequence: 1, status: 'CONFIRMED', start: '2027-03-16T23:00:00.000Z' },
    ])
    expect((await cancel(id)).status).toBe(200)
    const canceled = await mailOf(person.email, 'Booking canceled', 3)
    expect(canceled.method).toBe('CANCEL')
    expect(canceled.events).toMatchObject([{ uid, sequence: 2, status: 'CANCELLED' }])
  })

  test('say until when it is free to change, with links to the dialogs, the map and both parts alike', async () => {
    const person = await addPerson(app, teenager)
    const id = await cageCustomer(app, person).book(nextCage(), AFTER, '17:00', '18:00', 30)
    const { mail } = await mailOf(person.email, 'Booking confirmed', 1)
    const { maps_url } = await app.context.facility.get()
    const page = `${app.context.publicUrl()}/account?tab=bookings&item=${id}`
    for (const part of [mail.body_text, mail.html.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')]) {
      expect(part).toContain('Free to move or cancel until Mon, Mar 15, 5:00 PM.')
      expect(part).toContain(`${page}&change=move`)
      expect(part).toContain(`${page}&change=cancel`)
      expect(part).toContain(maps_url)
    }
  })

  test('name each session of several, and offer what can still be changed alone', async () => {
    const person = await addPerson(app, teenager)
    const [soon, late] = [nextCage(), nextCage()]
    const bookingDetails = [group(soon, '2026-11-21', '13:00', '14:00'), group(late, AFTER, '16:00', '17:00')]
    const { bookings } = await bodyOf<{ bookings: { id: string; start_time: string }[] }>(
      app.request('/api/bookings', { json: { bookingDetails, totalAmount: 60 }, cookie: person.cookie }),
    )
    const { mail, events } = await mailOf(person.email, 'Booking confirmed', 1)
    expect(events).toHaveLength(2)
    expect(mail.body_text).toContain('Free to move or cancel until 24 hours before each session starts.')
    const [today, later] = bookings.toSorted((a, b) => a.start_time.localeCompare(b.start_time))
    expect(mail.body_text).toMatch(/Cage \d+, Tue, Mar 16, 4:00 PM\nMove: /)
    expect(mail.body_text).toContain(`item=${later?.id}&change=cancel`)
    expect(mail.body_text).not.toContain(`item=${today?.id}&change`)
  })

  test('send a guest of the desk the file and the phone number, and no link into an account', async () => {
    const guest_email = 'gwen@example.test'
    const { startTime, endTime } = group('', AFTER, '19:00', '20:00')
    const json = {
      ...{ guest_name: 'Gwen', guest_email, guest_phone: '' },
      ...{ cage_ids: [nextCage()], start_time: startTime, end_time: endTime },
    }
    const answer = await app.request('/api/guest-bookings', { json, cookie: admin.cookie })
    expect(answer.status).toBe(201)
    // What staff change waits as long as it can be undone.
    clock.advance(5)
    await sql`select pg_notify('outbox_changed', '')`.execute(app.db)
    const { mail, events } = await mailOf(guest_email, 'Booking confirmed', 1)
    expect(events).toMatchObject([{ start: startTime }])
    expect(mail.body_text).toContain('Free to move or cancel until Mon, Mar 15, 7:00 PM.')
    expect(mail.body_text).toMatch(/\nCall us at /)
    expect(mail.body_text).not.toContain('/account')
  })

  test('name the child for another adult, whose calendar has the same UID', async () => {
    const [parent, other] = await Promise.all([addPerson(app, teenager), addPerson(app, teenager)])
    const participant_id = await addChild(app.db, [parent, other], { name: 'Mia' })
    const json = {
      bookingDetails: [group(nextCage(), AFTER, '20:00', '21:00')],
      ...{ totalAmount: 30, participant_id },
    }
    await bodyOf(app.request('/api/bookings', { json, cookie: parent.cookie }))
    const [mine, theirs] = await Promise.all(
      [parent, other].map(({ email }) => mailOf(email, 'Booking confirmed', 1)),
    )
    expect(theirs?.events).toEqual(mine?.events)
    expect(theirs?.events[0]?.summary).toMatch(/^Batting cage: Cage \d+ for Mia$/)
  })
})

describe('the mails of a camp', () => {
  test('add its days, move them, take out a day that is dropped, and all of them with the registration', async () => {
    const person = await addPerson(app, teenager)
    const camp = await addCamp(app.db)
    const answer = await bodyOf<{ registration_id: string }>(register(app, camp, person))
    const seat = answer.registration_id
    const before = await bodyOf<StaffCamp>(editing(app, admin).get(camp.id))
    const uids = before.camp_timeslots.map(({ id }) => `${seat}-${id}@localhost`)
    const confirmed = await mailOf(person.email, 'You are registered', 1)
    expect(confirmed.events.map(({ uid }) => uid)).toEqual(uids)
    expect(confirmed.events[0]?.start).toBe(at(CAMP_DAYS[0], '09:00'))
    expect(confirmed.mail.body_text).toContain(`/account?tab=camps&item=${seat}&change=cancel`)
    expect(confirmed.mail.body_text).not.toContain('change=move')

    const [first] = before.camp_timeslots
    const p_timeslots = [{ id: first?.id, date: CAMP_DAYS[0], start_time: '10:00', end_time: '13:00' }]
    const saved = await editing(app, admin).update(changed(before, { p_timeslots, tell: true }))
    expect(saved.status).toBe(200)
    const moved = await mailOf(person.email, 'Camp changed', 2)
    expect(moved.method).toBe('PUBLISH')
    expect(moved.events).toMatchObject([
      { uid: uids[0], sequence: 1, status: 'CONFIRMED', start: at(CAMP_DAYS[0], '10:00') },
      { uid: uids[1], status: 'CANCELLED' },
    ])
    expect(moved.events[1]?.sequence).toBeGreaterThan(0)

    const off = await app.request(`/api/me/camp-registrations/${seat}/cancel`, {
      method: 'POST',
      cookie: person.cookie,
    })
    expect(off.status).toBe(200)
    const canceled = await mailOf(person.email, 'Registration canceled', 3)
    expect(canceled.method).toBe('CANCEL')
    expect(canceled.events).toMatchObject([{ uid: uids[0], sequence: 2, status: 'CANCELLED' }])
  })
})

describe('children of one family', () => {
  const summaries = (mail: { events: readonly { summary: string; status: string }[] }) =>
    mail.events.map(({ summary, status }) => `${status} ${summary}`)

  test('are one entry of a camp day, from the first registration to the last cancellation', async () => {
    const person = await addPerson(app, teenager)
    const [leo, mia] = [
      await addChild(app.db, [person], { name: 'Leo', birthDate: '2016-05-01' }),
      await addChild(app.db, [person], { name: 'Mia', birthDate: '2017-05-01' }),
    ]
    const camp = await addCamp(app.db)
    const seatOf = async (child: string) =>
      (
        await bodyOf<{ registration_id: string }>(
          register(app, camp, person, {}, { participant_ids: [child] }),
        )
      ).registration_id
    const cancel = async (seat: string) => {
      const path = `/api/me/camp-registrations/${seat}/cancel`
      expect((await app.request(path, { method: 'POST', cookie: person.cookie })).status).toBe(200)
    }
    const first = await seatOf(leo)
    const alone = await mailOf(person.email, 'Leo is registered', 1)
    expect(summaries(alone)[0]).toMatch(/^CONFIRMED Camp: .+ for Leo$/)

    const second = await seatOf(mia)
    const both = await mailOf(person.email, 'Mia is registered', 2)
    expect(summaries(both)).toEqual(alone.events.map(() => expect.stringMatching(/ for Leo and Mia$/)))
    expect(both.events.map(({ uid }) => uid)).toEqual(alone.events.map(({ uid }) => uid))
    expect(both.events[0]?.sequence).toBeGreaterThan(alone.events[0]?.sequence ?? 0)
    const file = await app.request(`/api/me/calendar.ics?id=${second}`, { cookie: person.cookie })
    const loaded = (await file.text()).replaceAll('\r\n ', '')
    expect(loaded.match(/BEGIN:VEVENT/g)).toHaveLength(both.events.length)
    expect(loaded).toContain(both.events[0]?.uid)

    // The entry that had both becomes Mia's own, and Leo's goes.
    await cancel(first)
    const left = await mailOf(person.email, 'Registration canceled', 3)
    expect(left.method).toBe('PUBLISH')
    expect(summaries(left).filter((each) => each.startsWith('CONFIRMED'))).toEqual(
      alone.events.map(() => expect.stringMatching(/ for Mia$/)),
    )
    const off = left.events.filter(({ status }) => status === 'CANCELLED')
    expect(off.map(({ uid }) => uid)).toEqual(alone.events.map(({ uid }) => uid))
    expect(off[0]?.sequence).toBeGreaterThan(both.events[0]?.sequence ?? 0)

    await cancel(second)
    // On a standing clock the four have no order; the others were read above.
    const types = (await mailsTo(app, person.email, 4)).map(({ attachments }) => attachments[0]?.content_type)
    expect(types.filter((type) => type?.includes('method=CANCEL'))).toHaveLength(1)
  })

  test('are one entry of a class session', async () => {
    const person = await addPerson(app, teenager)
    const participantIds = [
      await addChild(app.db, [person], { name: 'Leo' }),
      await addChild(app.db, [person], { name: 'Mia' }),
    ]
    const session = await addSession(app.db, await addClass(app.db, { price: '0.00' }), addDays(AFTER, 8))
    const json = { instanceIds: [session], participantIds }
    const booked = await app.request('/api/class-registrations', { json, cookie: person.cookie })
    expect(booked.status).toBe(201)
    const { events } = await mailOf(person.email, 'Class booked', 1)
    expect(events.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/ for (Leo and Mia|Mia and Leo)$/),
    ])
  })
})

describe('the mails of a class', () => {
  test('add a session and take it out, its number above every change of the session', async () => {
    const person = await addPerson(app, teenager)
    const session = await addSession(app.db, await addClass(app.db, { price: '0.00' }), addDays(AFTER, 7))
    const json = { instanceIds: [session] }
    const booked = await app.request('/api/class-registrations', { json, cookie: person.cookie })
    expect(booked.status).toBe(201)
    const confirmed = await mailOf(person.email, 'Class booked', 1)
    expect(confirmed.events).toMatchObject([{ sequence: 0, start: at(addDays(AFTER, 7), '16:00') }])
    const [uid = ''] = confirmed.events.map((event) => event.uid)
    const id = uid.replace('@localhost', '')
    expect(confirmed.mail.body_text).toContain(`/account?tab=classes&item=${id}&change=cancel`)
    await app.db
      .updateTable('class_instances')
      .set({ start_time: '17:00', end_time: '18:00' })
      .where('id', '=', session)
      .execute()
    const off = await app.request(`/api/me/class-registrations/${id}/cancel`, {
      method: 'POST',
      cookie: person.cookie,
    })
    expect(off.status).toBe(200)
    const canceled = await mailOf(person.email, 'Class canceled', 2)
    expect(canceled).toMatchObject({ method: 'CANCEL', events: [{ uid, sequence: 2, status: 'CANCELLED' }] })
  })
})

test('the file of a mail in the development mailbox can be downloaded', async () => {
  const person = await addPerson(app, teenager)
  await cageCustomer(app, person).book(nextCage(), addDays(AFTER, 1), '16:00', '17:00', 30)
  const { mail, file } = await mailOf(person.email, 'Booking confirmed', 1)
  const page = await app.request(`/dev/mailbox/${mail.id}`)
  expect(await page.text()).toContain(`/dev/mailbox/${mail.id}/attachments/0`)
  const loaded = await app.request(`/dev/mailbox/${mail.id}/attachments/0`)
  expect(loaded.headers.get('content-disposition')).toBe('attachment; filename="bookings.ics"')
  expect(await loaded.text()).toBe(file?.content)
})
