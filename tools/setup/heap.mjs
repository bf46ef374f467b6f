import { totalmem } from 'node:os'

/** Megabytes of V8's heap of old objects: 84 are in use; exports of a million bookings fit into the least. */
const least = 192
const most = 512

/**
 * The options of Node for the heap of the server. By itself V8 lets the heap grow to gigabytes before it collects, and the
 * process takes memory that a small machine needs for PostgreSQL. It gets two fifths of the machine, or of the container.
 * `NODE_OPTIONS=--max-old-space-size=…` chooses another limit.
 * @param {string} chosen NODE_OPTIONS
 * @param {number} memory bytes
 */
export function heapOptions(chosen = process.env.NODE_OPTIONS ?? '', memory = memoryBytes()) {
  // By itself V8 lets the space of young objects grow to 128 MB, and keeps it: an idle server would hold 60 MB for nothing.
  const young = ['--max-semi-space-size=16']
  if (/--max[-_]old[-_]space[-_]size/.test(chosen)) return young
  const megabytes = Math.floor((memory * 0.4) / 2 ** 20)
  return [...young, `--max-old-space-size=${Math.min(Math.max(megabytes, least), most)}`]
}

/** Of the container where it has a limit; Node says 0, or more than there is, where it has none. */
const memoryBytes = () => Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY)
