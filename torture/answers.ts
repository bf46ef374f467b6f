import { setTimeout as delay } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Db } from '../server/db/database.ts'

/** What a client was told; 'unknown' where the answer was lost, and the client cannot know. */
export type Told = 'yes' | 'no' | 'unknown'

/** Every answer of a round, with the trace that a 'yes' leaves and a 'no' does not. */
export interface Note {
  readonly what: string
  readonly told: Told
  /** A query of one number: how often it was done. */
  readonly trace: RawBuilder<unknown>
}

export interface Finding {
  readonly kind: 'lost' | 'doubled' | 'mismatched'
  readonly what: string
}

/** One request of a client. */
interface Asked {
  readonly what: string
  readonly trace: RawBuilder<unknown>
  /** Whether a process or the database may fail during it: without that, no answer and a 500 are findings of their own. */
  readonly torn?: boolean
  send(): Promise<Response>
}

/** The ledger of what clients were told during a round. */
export class Answers {
  readonly notes: Note[] = []
  readonly #claims: (() => Promise<Finding | null>)[] = []
  readonly #found: Finding[] = []

  /** Sends a request and notes its answer; the body is null where there was none. */
  async ask<Body>({
    what,
    trace,
    torn = false,
    send,
  }: Asked): Promise<{ told: Told; status: number; body: Body | null }> {
    const { status, body } = await answerOf<Body>(send)
    const told = status >= 200 && status < 300 ? 'yes' : status >= 400 && status < 500 ? 'no' : 'unknown'
    this.notes.push({ what, told, trace })
    if (told === 'unknown' && !torn) this.found('mismatched', `${what}: answered ${status || 'nothing'}`)
    return { told, status, body }
  }

  /** Sends until it is answered, as a client does who keeps the key of its request. */
  insist<Body>({
    send,
    ...asked
  }: Omit<Asked, 'torn' | 'send'> & { send(attempt: number): Promise<Response> }) {
    const end = performance.now() + 60_000
    const untilAnswered = async (attempt = 0): Promise<Response> => {
      const response = await send(attempt).catch(() => null)
      if (response && response.status < 500) return response
      if (performance.now() > end) throw new Error('no answer within a minute')
      await delay(100)
      return untilAnswered(attempt + 1)
    }
    return this.ask<Body>({ ...asked, send: () => untilAnswered() })
  }

  found(kind: Finding['kind'], what: string): void {
    this.#found.push({ kind, what })
  }

  /** Claims that a query of one value gives what the client was told. */
  claim(db: Db, what: string, query: RawBuilder<unknown>, expected: unknown): void {
    this.#claims.push(async () => {
      const value = await kept(db, query)
      return String(value) === String(expected)
        ? null
        : { kind: 'mismatched', what: `${what}: told ${expected}, kept ${value}` }
    })
  }

  /** Compares with what was kept. */
  async compare(db: Db): Promise<Finding[]> {
    const traced = await Promise.all(
      this.notes.map(async (note) => findingOf(note, Number(await kept(db, note.trace)))),
    )
    const claimed = await Promise.all(this.#claims.map((claim) => claim()))
    return [...this.#found, ...[...traced, ...claimed].filter((one) => one !== null)]
  }
}

async function answerOf<Body>(send: () => Promise<Response>): Promise<{ status: number; body: Body | null }> {
  try {
    const response = await send()
    return { status: response.status, body: (await response.json()) as Body }
  } catch {
    return { status: 0, body: null }
  }
}

async function kept(db: Db, query: RawBuilder<unknown>): Promise<unknown> {
  const { rows } = await query.execute(db)
  return Object.values((rows[0] ?? {}) as object)[0]
}

function findingOf({ what, told, trace: _ }: Note, times: number): Finding | null {
  if (times > 1) return { kind: 'doubled', what: `${what}: told ${told}, done ${times} times` }
  if (told === 'yes' && times === 0) return { kind: 'lost', what: `${what}: told yes, not there` }
  if (told === 'no' && times > 0) return { kind: 'mismatched', what: `${what}: told no, and done` }
  return null
}
