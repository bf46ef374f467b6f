import { addDays } from '../../shared/domain/time/time.ts'
import { bodyOf } from './answers.ts'
import { group, tuesday } from './cageTime.ts'

/** A signed-in customer of an app process with demo data, and slots to book. */
export interface DemoCustomer {
  readonly cookie: string
  /** Books one free half hour; resolves with the new booking's id, or null when the slot was taken. */
  book(slot: ReturnType<typeof group>): Promise<string | null>
  bookingIds(): Promise<Set<string>>
  slots: Generator<ReturnType<typeof group>, void>
}

/** Signs one of the demo's accounts in at `url`; the cookie. */
export async function signIn(url: string, who: 'customer' | 'member'): Promise<string> {
  const response = await post(`${url}/api/auth/sign-in/email`, {
    email: `${who}@demo.dugout.test`,
    password: 'play-ball-2026',
  })
  if (!response.ok) throw new Error(`the demo ${who} cannot log in: ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const post = (address: string, body: unknown, cookie = '') =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

/**
 * Signs in the demo's member at `url`, who has no limit on unpaid hours. Every request fails as fetch does when the
 * process is gone.
 */
export async function signInDemoCustomer(url: string): Promise<DemoCustomer> {
  const cookie = await signIn(url, 'member')
  const cages = await bodyOf<{ id: string }[]>(fetch(`${url}/api/cages`))
  return {
    cookie,
    slots: halfHours(cages.map(({ id }) => id)),
    async book(slot) {
      const response = await post(`${url}/api/bookings`, { bookingDetails: [slot], totalAmount: 17 }, cookie)
      if (response.status === 409) return null
      if (response.status !== 201) throw new Error(`create-booking answered ${response.status}`)
      return (await bodyOf<{ bookings: { id: string }[] }>(response)).bookings[0]?.id ?? null
    },
    async bookingIds() {
      const bookings = await bodyOf<{ id: string }[]>(
        fetch(`${url}/api/me/bookings`, { headers: { cookie } }),
      )
      return new Set(bookings.map(({ id }) => id))
    },
  }
}

/** Half hours of weekday afternoons, from three weeks on, cage by cage. */
function* halfHours(cageIds: readonly string[]): Generator<ReturnType<typeof group>, void> {
  for (let week = 3; week < 50; week += 1) {
    for (const weekday of [0, 1, 2, 3]) {
      const day = addDays(tuesday(week), weekday)
      for (const cageId of cageIds) {
        for (let hour = 16; hour < 21; hour += 1) {
          yield group(cageId, day, `${hour}:00`, `${hour}:30`)
          yield group(cageId, day, `${hour}:30`, `${hour + 1}:00`)
        }
      }
    }
  }
}
