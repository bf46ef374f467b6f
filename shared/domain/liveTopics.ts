import type { Access } from '../contract/route.ts'

interface TopicKind {
  readonly access: Access
  /** What the name says beside the kind: ids, and days of the facility's calendar. */
  readonly parts: readonly ('id' | 'day')[]
}

/**
 * What a browser can follow on its live stream, and who may. A topic's name is `kind:part:part`. Its event says only that
 * the topic has changed; what has changed is read through the ordinary calls, which decide again who may see it.
 */
export const topicKinds = {
  /** Which times of a day are taken. Says nothing of names, kinds or status (decision 9). */
  schedule: { access: 'public', parts: ['day'] },
  /** How much is free on the coming days: every change of a day's taken times, and of hours or cages. */
  'open-times': { access: 'public', parts: [] },
  /** What is left of a camp's seats, and how it is sold. */
  camp: { access: 'public', parts: ['id'] },
  /** What is left of the seats in a class's sessions, and how they are sold. */
  class: { access: 'public', parts: ['id'] },
  /** Which times of a coach are taken on a day. */
  coach: { access: 'public', parts: ['id', 'day'] },
  /** Everything of the caller's own: bookings, registrations, payments, membership, profile. */
  me: { access: 'signed-in', parts: [] },
  /** All lessons of a coach, with their status and payment. A coach may follow the own ones only. */
  lessons: { access: 'staff', parts: ['id'] },
  /** The desk's schedule of a day: what `schedule` tells, and every change of a booking, lesson or registration on it. */
  desk: { access: 'desk', parts: ['day'] },
  /** What `desk` tells of any day. */
  bookings: { access: 'desk', parts: [] },
  /** Payments and refunds of everybody. */
  payments: { access: 'desk', parts: [] },
  /** The lists of people: profiles, roles, coaches, memberships. */
  people: { access: 'desk', parts: [] },
  /** Closures, and the beginning of runs that cancel the bookings in them. */
  closures: { access: 'desk', parts: [] },
  /** How far a reminder or message to everybody of a session is: each message that is delivered or fails. */
  reminders: { access: 'desk', parts: ['id'] },
  /** The delivery log and what visitors wrote. */
  messages: { access: 'desk', parts: [] },
} as const satisfies Record<string, TopicKind>

export type TopicKindName = keyof typeof topicKinds

/** The name of a topic as events spell it: ids in lower case. */
export const topicName = (kind: TopicKindName, ...parts: readonly string[]): string =>
  [kind, ...parts].join(':').toLowerCase()
