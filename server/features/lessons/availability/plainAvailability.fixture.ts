/** What is taken, from `start` up to `end`. */
interface Taken {
  readonly start: Date
  readonly end: Date
}

/** One random day of a coach: opening hours, working hours, and everything that is taken. */
export interface RandomDay {
  readonly day: string
  readonly open: { readonly from: string; readonly to: string }
  readonly works: { readonly from: string; readonly to: string }
  readonly taken: { readonly coach: readonly Taken[]; readonly cages: readonly (readonly Taken[])[] }
}

const QUARTER = 15 * 60_000
const HALF_HOUR = 30 * 60_000

/** The same day for the same seed. Hours reach around 2 AM, where the clocks change. */
export function randomDay(day: string, seed: number): RandomDay {
  const random = mulberry(seed * 7_919 + Number(day.replaceAll('-', '')))
  const upTo = (most: number) => Math.floor(random() * most)
  const wall = (quarters: number) =>
    `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`
  const hours = () => {
    const from = upTo(12)
    return { from: wall(from), to: wall(from + 6 + upTo(30)) }
  }
  const midnight = Date.parse(`${day}T05:00:00Z`)
  const times = (most: number) => {
    const taken: Taken[] = []
    let at = midnight + upTo(8) * QUARTER
    for (let count = upTo(most + 1); count > 0; count -= 1) {
      const end = at + (1 + upTo(6)) * QUARTER
      taken.push({ start: new Date(at), end: new Date(end) })
      at = end + upTo(10) * QUARTER
    }
    return taken
  }
  return {
    day,
    open: hours(),
    works: hours(),
    taken: { coach: times(3), cages: Array.from({ length: 1 + upTo(3) }, () => times(8)) },
  }
}

/**
 * The starts of lessons and the cage that each would get, by walking through the day minute by minute of the clock:
 * no query, no calendar arithmetic, nothing shared with the product.
 */
export function plainStarts(random: RandomDay, minutes: number): [start: string, cage: number][] {
  const first = firstInstants(random.day)
  const found: [string, number][] = []
  for (const [start, at] of first) {
    if (!/:(00|30)$/.test(start)) continue
    const [hour = 0, minute = 0] = start.split(':').map(Number)
    const over = hour * 60 + minute + minutes
    const end = `${String(Math.floor(over / 60)).padStart(2, '0')}:${String(over % 60).padStart(2, '0')}`
    const until = first.get(end)
    if (until === undefined || until - at !== minutes * 60_000) continue
    const open = opening(random).from <= at && until <= opening(random).to
    const works = random.works.from <= start && end <= random.works.to
    if (!open || !works || overlaps(random.taken.coach, at, until)) continue
    const cage = random.taken.cages.findIndex((taken) => !overlaps(taken, at, until))
    if (cage >= 0) found.push([start, cage])
  }
  return found
}

const overlaps = (taken: readonly Taken[], start: number, end: number): boolean =>
  taken.some((time) => time.start.getTime() < end && start < time.end.getTime())

/** An hour that the clocks skip lies as far after the skip as it would have lain in it. */
function opening({ day, open }: RandomDay): { from: number; to: number } {
  const first = firstInstants(day)
  const at = (wall: string) => {
    const whole = first.get(`${wall.slice(0, 3)}00`) ?? first.get('03:00') ?? Number.NaN
    return whole + Number(wall.slice(3)) * 60_000
  }
  return { from: at(open.from), to: at(open.to) }
}

/** The first instant of each half hour that the facility's clock shows on a day. */
function firstInstants(day: string): Map<string, number> {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Chicago',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const found = new Map<string, number>()
  const midnight = Date.parse(`${day}T00:00:00Z`)
  for (let at = midnight; at < midnight + 36 * 3_600_000; at += HALF_HOUR) {
    const [shownDay = '', shown = ''] = clock.format(at).split(' ')
    if (shownDay === day && !found.has(shown)) found.set(shown, at)
  }
  return found
}

/** A small generator of numbers in [0, 1): the same ones for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
