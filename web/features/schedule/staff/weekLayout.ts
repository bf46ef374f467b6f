import { epochMs, facilityWallTime, minuteMs } from '../../../../shared/domain/time/time.ts'
import { takenTime } from '../../bookings/staff/arrival.ts'

/** The rows of the week view: 7 AM up to the end of the row of 9 PM, in hours of the facility's clock (spec 3 §9). */
const FIRST_HOUR = 7
const LAST_HOUR = 22
/** The height of an hour in pixels (spec 3 §9). */
export const hourHeight = 80
/** So long is drawn what was freed as a whole: it can still be pressed. In minutes. */
const SHORTEST = 20
/** A narrower lane cannot be read; and how wide the strip is that counts what has no lane. In pixels. */
const LANE_WIDTH = 48
export const stripWidth = 26

interface Timed {
  readonly id: string
  readonly start_time: string
  readonly end_time: string
  readonly freed_from?: string | null
}

/** Where something stands in its day, in minutes of the facility's clock. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Placed<Entry> extends Span {
  readonly entry: Entry
  readonly lane: number
  /** How many lanes share the width of the day. */
  readonly lanes: number
  /** Whether they share it with the strip that counts what has no lane. */
  readonly besideStrip: boolean
}

/** What had no lane of its own. */
interface More<Entry> extends Span {
  readonly entries: readonly Entry[]
}

export interface DayColumn<Entry> {
  readonly placed: readonly Placed<Entry>[]
  readonly more: readonly More<Entry>[]
}

/** The whole hours that a week shows: those of the specification, widened to what lies before or after. */
export function shownHours(spans: readonly Span[]): { first: number; last: number } {
  const first = Math.min(FIRST_HOUR, ...spans.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(LAST_HOUR, ...spans.map(({ to }) => Math.ceil(to / 60)))
  return { first, last }
}

/**
 * By the clock on the wall: at 4 PM it is at 4 PM on the days of a clock change too. It is as high as it lasts, up to
 * midnight; a no-show whose rest was freed, until then.
 */
export function spanOf(timed: Timed, zone: string): Span {
  const { start_time, end_time } = takenTime(timed)
  const [hours = 0, minutes = 0] = facilityWallTime(start_time, zone).split(':').map(Number)
  const from = hours * 60 + minutes
  const lasts = (epochMs(end_time) - epochMs(start_time)) / minuteMs
  return { from, to: Math.min(from + Math.max(lasts, SHORTEST), 24 * 60) }
}

/** How many lanes of a day can be read side by side: by themselves, and beside the strip that counts the rest. */
export interface LaneRoom {
  readonly alone: number
  readonly besideStrip: number
}

/** @param width of the day's column in pixels. */
export const laneRoom = (width: number): LaneRoom => ({
  alone: Math.max(2, Math.floor(width / LANE_WIDTH)),
  besideStrip: Math.max(1, Math.floor((width - stripWidth) / LANE_WIDTH)),
})

/**
 * Puts what overlaps side by side: each in the first lane that is free, and all that hang together by overlaps in equally
 * wide lanes. Where these are more than can be read, the first ones are shown and the rest is counted.
 */
export function dayColumn<Entry extends Timed>(
  entries: readonly Entry[],
  zone: string,
  room: LaneRoom,
): DayColumn<Entry> {
  const placed: Placed<Entry>[] = []
  const more: More<Entry>[] = []
  for (const cluster of clustersOf(entries, zone)) {
    const lanes = Math.max(...cluster.map(({ lane }) => lane)) + 1
    if (lanes <= room.alone) {
      placed.push(...cluster.map((one) => ({ ...one, lanes, besideStrip: false })))
      continue
    }
    const inLanes = cluster.filter(({ lane }) => lane < room.besideStrip)
    placed.push(...inLanes.map((one) => ({ ...one, lanes: room.besideStrip, besideStrip: true })))
    more.push(...joined(cluster.filter(({ lane }) => lane >= room.besideStrip)))
  }
  return { placed, more }
}

interface Laned<Entry> extends Span {
  readonly entry: Entry
  readonly lane: number
}

/** Entries in lanes, in groups that no overlap connects. */
function clustersOf<Entry extends Timed>(entries: readonly Entry[], zone: string): Laned<Entry>[][] {
  const spans = entries
    .map((entry) => ({ entry, ...spanOf(entry, zone) }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const clusters: Laned<Entry>[][] = []
  /** The end of each lane of the cluster, in minutes. */
  let ends: number[] = []
  for (const span of spans) {
    if (span.from >= Math.max(0, ...ends)) {
      clusters.push([])
      ends = []
    }
    const free = ends.findIndex((end) => end <= span.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = span.to
    clusters.at(-1)?.push({ ...span, lane })
  }
  return clusters
}

/** What overlaps as one; in order of their start. */
function joined<Entry>(hidden: readonly Laned<Entry>[]): More<Entry>[] {
  const blocks: More<Entry>[] = []
  for (const { entry, from, to } of hidden) {
    const last = blocks.at(-1)
    if (last && from < last.to) {
      blocks[blocks.length - 1] = {
        from: last.from,
        to: Math.max(last.to, to),
        entries: [...last.entries, entry],
      }
    } else blocks.push({ from, to, entries: [entry] })
  }
  return blocks
}
