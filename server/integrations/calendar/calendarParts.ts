import type { ICalCalendar } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { addressLine } from '../../../shared/domain/facility/facilityText.ts'

/** The PRODID of calendar files. */
export const PRODUCT = { company: 'Dugout', product: 'Dugout', language: 'EN' } as const

/** The VTIMEZONE of a zone; null for one that has none, such as UTC. */
export function zoneRules(zone: string): string | null {
  const [block] = tzlib_get_ical_block(zone)
  return block || null
}

/** Control characters are not allowed in a calendar file (RFC 5545 §3.3.11). */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** The facility as the LOCATION of an entry. */
export const placeOf = (
  facility: Pick<Facility, 'name' | 'street_address' | 'city' | 'state' | 'postal_code'>,
): string => oneLine([facility.name, addressLine(facility)].filter(Boolean).join(', '))

/** Stable for the life of an entry and the same in every file (RFC 5545 §3.8.4.7). */
export const uidOf = (id: string, siteUrl: string): string => `${id}@${new URL(siteUrl).hostname}`

/** A calendar as a file: its last line ends with CRLF too (RFC 5545 §3.4). */
export const fileText = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`

/** The title of an entry with the name of who takes part, where that is not the reader: 'Lesson with Casey for Mia'. */
export const participating = (title: string, participantName: string | null): string =>
  participantName ? `${title} for ${participantName}` : title

/** What an entry says of a class session or a camp day, which several of a family may go to. */
export const sharedEntry = (slot: string, title: string, name: string) => ({
  summary: participating(title, name),
  shared: { slot, title, name },
})
