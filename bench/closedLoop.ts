import autocannon from 'autocannon'

export interface Throughput {
  readonly perSecond: number
  /** The number of answers by status. */
  readonly byStatus: ReadonlyMap<number, number>
}

/**
 * Sends as many requests as the server can handle: each connection sends its next request when it has the answer to
 * the last one. Fails when a connection breaks or a request is not answered.
 */
export async function closedLoop(options: autocannon.Options): Promise<Throughput> {
  const result = await autocannon({ pipelining: 1, ...options })
  if (result.errors > 0) throw new Error(`${result.errors} requests were not answered.`)
  const byStatus = new Map(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [Number(status), count ?? 0]),
  )
  const answers = [...byStatus.values()].reduce((sum, count) => sum + count, 0)
  return { perSecond: answers / result.duration, byStatus }
}

/** Fails unless every answer had this status: errors are fast, and must not count. */
export function expectOnly(status: number, { byStatus }: Throughput): void {
  const others = [...byStatus].filter(([found]) => found !== status)
  if (others.length > 0) throw new Error(`Expected ${status} alone, but got ${JSON.stringify(others)}.`)
}
