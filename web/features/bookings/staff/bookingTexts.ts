/** How staff screens name bookings. */

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import type { DeskPaymentMethod } from './createBooking.ts'

/** Ways to pay that the Create form offers, underscores shown as spaces (spec 3 §9). */
export const methodNames: Readonly<Record<DeskPaymentMethod, string>> = {
  pay_on_arrival: 'Pay on arrival',
  pay_in_person: 'Pay in person',
  cash: 'Cash',
  admin_created: 'Admin created',
}

/** Any method as text: 'pay_on_arrival' is 'Pay on arrival'; 'Card' by default (spec 3 §9). */
export function methodName(method: string | null): string {
  if (method === null) return 'Card'
  const words = method.replaceAll('_', ' ')
  return capitalized(words)
}

/** What a row is called: its customer, or the class of a session. */
export const rowName = ({ customer_name, item_name }: ListedBooking): string => customer_name ?? item_name

/** 'Tue, Nov 24, 4:00–5:00 PM' */
export const whenOf = (
  { start_time, end_time }: Pick<ListedBooking, 'start_time' | 'end_time'>,
  zone: string,
): string => `${formatDay(facilityDay(start_time, zone))}, ${formatTimeRange(start_time, end_time, zone)}`

/** Whether staff change it from here: sessions of classes are changed with their class. */
export const isChangeable = ({ kind }: Pick<ListedBooking, 'kind'>): boolean => kind !== 'class'

/**
 * Who is mailed of a change, as its dialog says it: by name where that is not only the customer.
 *
 * @param told names; undefined until they are known.
 */
export function readersOf({ customer_name }: ListedBooking, told: readonly string[] | undefined) {
  const isCustomer = told?.length === 1 && told[0] === customer_name
  return {
    reachesNoOne: told?.length === 0,
    who: !told?.length || isCustomer ? undefined : new Intl.ListFormat('en-US').format(told),
  }
}
