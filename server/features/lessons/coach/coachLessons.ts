/** The lessons of a coach, as the coach's own portal lists them. */

import { sql } from 'kysely'
import type { CoachLesson, LessonOfDay } from '../../../../shared/contract/lessons/coachLessons.ts'
import type { PageQuery } from '../../../../shared/contract/page.ts'
import { refundByRule, terms } from '../../../../shared/domain/bookings/terms.ts'
import { dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { maskedPhone } from '../../../../shared/domain/people/maskedPhone.ts'
import type { Db } from '../../../db/database.ts'
import { type KeyColumn, keyId, keyInstant, keysetList, keyText, type Page } from '../../../db/keyset.ts'
import { Refusal } from '../../../refusal.ts'
import { paidOf } from '../../payments/refunds/cardMoney.ts'
import { staffLesson } from '../desk/staffLesson.ts'
import { changeableLesson, lessonOf, lessons } from '../lessonRows.ts'
import { lessonsWithWords } from './coachLessonSearch.ts'
import { isOwnClient } from './ownClients.ts'

/** Whose lessons, and as of which moment; `today` is its facility day. */
export interface CoachReader {
  readonly coachId: string
  readonly userId: string
  readonly now: Date
  readonly today: string
}

const keyDay = (column: string): KeyColumn => ({
  ...keyText(column),
  read: sql`${sql.ref(column)}::text`,
  literal: (day) => sql`${day}::date`,
})
const keyTime = (column: string): KeyColumn => ({
  ...keyText(column),
  read: sql`${sql.ref(column)}::text`,
  literal: (time) => sql`${time}::time`,
})

const byTime = [keyDay('lesson.lesson_date'), keyTime('lesson.start_time'), keyId('lesson.id')]
const upcoming = keysetList('lessons of a coach, upcoming', byTime, 'asc')
const latest = keysetList('lessons of a coach, latest', byTime, 'desc')
const newest = keysetList(
  'lessons of a coach, newest',
  [keyInstant('lesson.created_at'), keyId('lesson.id')],
  'desc',
)
const orders = { all: latest, past: latest, upcoming, newest } as const

export type CoachLessonQuery = PageQuery & { view: keyof typeof orders; booking_id?: string | undefined }

/**
 * A page of a coach's lessons. Every word of the search is in the name of the customer, of who takes part or of the cage, or in
 * a contact that the coach may read.
 *
 * @returns `cursor_invalid` where the cursor is not of this list and query.
 */
export async function listCoachLessons(
  db: Db,
  query: CoachLessonQuery,
  reader: CoachReader,
): Promise<Page<CoachLesson> | Refusal> {
  const order = orders[query.view]
  const start = order.open(query)
  if (start instanceof Refusal) return start
  let rows = lessonsGiven(db, reader)
  if (query.view === 'upcoming') rows = rows.where('lesson.lesson_date', '>=', reader.today)
  if (query.view === 'past') rows = rows.where('lesson.lesson_date', '<', reader.today)
  if (query.booking_id) rows = rows.where('lesson.id', '=', query.booking_id)
  for (const condition of lessonsWithWords(query.search_query, reader)) rows = rows.where(condition)
  const { items, cursor } = await order.read(rows, start)
  return { items: items.map((row) => coachLesson(row, reader)), cursor }
}

/** The lessons of a day that are not canceled, by time, each with the notes of the person's lesson before. */
export async function readDayOf(db: Db, reader: CoachReader): Promise<LessonOfDay[]> {
  const rows = await lessonsGiven(db, reader)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('coach_bookings as before')
          .select(['before.lesson_date as noted_on', 'before.coach_notes as last_notes'])
          .whereRef('before.participant_id', '=', 'lesson.participant_id')
          .whereRef('before.coach_id', '=', 'lesson.coach_id')
          .whereRef('before.lesson_date', '<', 'lesson.lesson_date')
          .where('before.status', '<>', 'canceled')
          .where('before.coach_notes', 'is not', null)
          .orderBy('before.lesson_date', 'desc')
          .orderBy('before.start_time', 'desc')
          .limit(1)
          .as('noted'),
      (join) => join.onTrue(),
    )
    .select(['noted_on', 'last_notes'])
    .where('lesson.lesson_date', '=', reader.today)
    .where('lesson.status', '<>', 'canceled')
    .orderBy('lesson.start_time')
    .execute()
  return rows.map(({ noted_on, last_notes, ...row }) => ({
    ...coachLesson(row, reader),
    last_notes:
      noted_on === null || last_notes === null ? null : { lesson_date: noted_on, coach_notes: last_notes },
  }))
}

/** The first lesson of a later day that is not canceled; null when there is none. */
export async function findNextLesson(db: Db, reader: CoachReader): Promise<CoachLesson | null> {
  const row = await lessonsGiven(db, reader)
    .where('lesson.lesson_date', '>', reader.today)
    .where('lesson.status', '<>', 'canceled')
    .orderBy('lesson.lesson_date')
    .orderBy('lesson.start_time')
    .limit(1)
    .executeTakeFirst()
  return row ? coachLesson(row, reader) : null
}

const lessonsGiven = (db: Db, { coachId, now }: CoachReader) =>
  lessons(db)
    .select(['lesson.created_at', 'lesson.booked_by_coach'])
    .select(['participants.positions', 'participants.bats', 'participants.throws'])
    .select([
      sql<number | null>`extract(year from age(lesson.lesson_date, participants.birth_date))::int`.as('age'),
      ownOrGuest(coachId, now).as('is_own_client'),
      isOwnClient(coachId, sql.ref('lesson.customer_id'), now).as('is_client'),
    ])
    .select((eb) => eb('participants.guest_key', 'is not', null).as('is_plain_guest'))
    .where('lesson.coach_id', '=', coachId)

type GivenRow = Awaited<ReturnType<ReturnType<typeof lessonsGiven>['executeTakeFirstOrThrow']>>

/** What a guest left for the lesson is for its coach to read. */
const ownOrGuest = (coachId: string, now: Date) =>
  sql<boolean>`(lesson.customer_type = 'guest' or ${isOwnClient(coachId, sql.ref('lesson.customer_id'), now)})`

function coachLesson(row: GivenRow, { now, userId }: CoachReader): CoachLesson {
  const { participant_id, participant_name, age, positions, bats, throws, is_own_client } = row
  const whole = lessonOf(row)
  const lesson = staffLesson(whole)
  const back = refundByRule(terms.coach.refund, changeableLesson(whole), paidOf(whole), now)
  // A coach who has booked a stranger's child reads no more than the name before the lesson begins; so it is with a guest
  // who was recognized as a household's child by address and name.
  const details =
    row.is_client || row.is_plain_guest || (row.start <= now && row.status !== 'canceled')
      ? { age, positions: positions ?? [], bats, throws }
      : { age: null, positions: [], bats: null, throws: null }
  return {
    ...lesson,
    ...(is_own_client ? {} : { customer_email: null, customer_phone: maskedPhone(lesson.customer_phone) }),
    start: row.start.toISOString(),
    end: row.end.toISOString(),
    participant:
      participant_id === null || participant_name === null
        ? null
        : { id: participant_id, name: participant_name, ...details },
    is_own_client,
    booked_by_coach: row.booked_by_coach,
    freed_from: row.freed_from?.toISOString() ?? null,
    may_undo_payment: row.status === 'paid' && row.paid_by_hand_by === userId && row.card_money === null,
    refund_amount: dollarsFromCents(back.cents),
    refund_method: back.method,
    created_at: row.created_at.toISOString(),
  }
}
