import { expect } from 'vitest'
import type { Closure, ClosureRun, HitList, RunItem } from '../../../../shared/contract/facility/closures.ts'
import { bodyOf } from '../../../test/answers.ts'
import { group } from '../../../test/cageTime.ts'
import type { Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'

export interface SavedClosure {
  closure: Closure
  run_id: string | null
}

/** The range of a closure in facility time, as requests have it. */
export const closed = (cageIds: readonly string[], day: string, from = '16:00', to = '21:00') => {
  const { startTime, endTime } = group('', day, from, to)
  return { cage_ids: cageIds, start_time: startTime, end_time: endTime }
}

/** How one of the staff closes cages over HTTP. */
export function closing(app: TestApp, { cookie }: Pick<Person, 'cookie'>) {
  const send = (method: string, path: string, json?: object, key?: string) =>
    app.request(path, {
      method,
      cookie,
      ...(json ? { json } : {}),
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const preview = (range: object) => send('POST', '/api/closures/preview', range)
  const get = (runId: string) => send('GET', `/api/closure-runs/${runId}`)
  const settle = (runId: string, to: 'retry' | 'skip', json: object = {}) =>
    send('POST', `/api/closure-runs/${runId}/${to}`, json)
  const readRun = (runId: string) => bodyOf<{ run: ClosureRun; items: RunItem[] }>(get(runId))
  return {
    ...{ preview, get, settle, readRun },
    list: (query = '') => send('GET', `/api/closures${query}`),
    create: (json: object, key?: string) => send('POST', '/api/closures', json, key),
    update: (id: string, json: object) => send('PATCH', `/api/closures/${id}`, json),
    delete: (id: string) => send('DELETE', `/api/closures/${id}`),
    start: (id: string, fingerprint: string) => send('POST', `/api/closures/${id}/runs`, { fingerprint }),
    runs: () => send('GET', '/api/closure-runs'),
    /** Closes over what is booked, as someone does who has looked at the list. */
    async closeOver(range: object, choice: 'keep' | 'cancel' = 'cancel', reason = 'Water on the floor') {
      const { fingerprint } = await bodyOf<HitList>(preview(range))
      const answer = await send('POST', '/api/closures', { ...range, reason, on_hits: choice, fingerprint })
      if (answer.status !== 201) throw new Error(`create-closure: ${answer.status} ${await answer.text()}`)
      return bodyOf<SavedClosure>(answer)
    },
    /** The run when nothing of it is left to do. */
    async finished(runId: string | null) {
      const pending = async () => (await readRun(runId ?? '')).run.pending
      await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0)
      return readRun(runId ?? '')
    },
  }
}
