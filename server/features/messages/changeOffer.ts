/** What a message says of changing what was booked: until when, and the links that open the dialog in the account. */

import { changeUntil } from '../../../shared/domain/bookings/changePolicy.ts'
import { beforeStart, formatMoment, freeUntil } from '../../../shared/domain/bookings/changeWords.ts'
import type { ChangeLinks, ChangesData } from './templates/changes.ts'

/** More are changed in the account's list, to which one link leads. */
const MOST_LINKS = 12

/** Something booked that its customer may change until its cut-off. */
export interface Offered {
  readonly id: string
  /** e.g. 'Cage 2'. */
  readonly title: string
  readonly start: Date
  /** The cut-off. */
  readonly until: Date
}

interface Offer {
  /** Null: a guest, who calls. */
  readonly userId: string | null
  readonly tab: 'bookings' | 'lessons' | 'classes' | 'camps'
}

/** The moment and the facility of a message. */
export interface OfferedAt {
  readonly now: Date
  readonly siteUrl: string
  readonly facility: { readonly time_zone: string }
}

/** Where the ticket is; empty for a guest, who has no account to open it in. A lesson's guest: `lessonTicketUrl`. */
export const ticketUrl = (
  siteUrl: string,
  tab: Offer['tab'],
  { userId }: Pick<Offer, 'userId'>,
  items: readonly { readonly id: string }[],
): string =>
  userId === null ? '' : `${siteUrl}/ticket?tab=${tab}&item=${items.map(({ id }) => id).join(',')}`

/** Cage bookings and lessons: until when they can be moved or canceled, by the rule that they were booked under. */
export function changesOffered(
  booked: readonly { id: string; title: string; start: Date; cutoffHours: number }[],
  offer: Offer,
  at: OfferedAt,
): ChangesData {
  const offered = booked.map((each) => ({ ...each, until: changeUntil(each) }))
  const before = beforeStart(booked[0]?.cutoffHours ?? 0)
  const until = freeUntil(
    offered.map((each) => each.until),
    'move or cancel',
    { zone: at.facility.time_zone, before, now: at.now },
  )
  return {
    cutoff_line: until ?? 'It starts too soon to be changed online.',
    change_links: changeLinks(offered, offer, at),
  }
}

/** The links for what can still be changed; none for a guest. Seats in classes and camps are canceled only. */
export function changeLinks(
  offered: readonly Offered[],
  { userId, tab }: Offer,
  { now, siteUrl, facility }: OfferedAt,
): ChangeLinks[] {
  const open = offered.filter(({ until }) => now < until)
  if (userId === null || open.length === 0) return []
  const page = `${siteUrl}/account?tab=${tab}`
  const movable = tab === 'bookings' || tab === 'lessons'
  const linksOf = (at: string, title: string): ChangeLinks => ({
    title,
    move_url: movable ? `${at}&change=move` : '',
    cancel_url: `${at}&change=cancel`,
  })
  if (open.length > MOST_LINKS) return [{ title: '', move_url: movable ? page : '', cancel_url: page }]
  return open.map(({ id, title, start }) =>
    linksOf(
      `${page}&item=${id}`,
      offered.length === 1 ? '' : `${title}, ${formatMoment(start, facility.time_zone)}`,
    ),
  )
}
