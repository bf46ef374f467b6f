import pg from 'pg'

const PROBE_MILLISECONDS = 5_000

/** An address for each host of one that has a list of them, as libpq writes it: `postgres://user@one:5432,two:5432/database`. */
export function hostsOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}

/** What `pg` needs to reach the database at an address; of several hosts, the one that is the primary at that moment. */
export function connectionTo(url: string): { connectionString: string; Client: typeof pg.Client } {
  const urls = hostsOf(url)
  const [connectionString = url, ...others] = urls
  return { connectionString, Client: others.length === 0 ? pg.Client : clientOfPrimary(urls) }
}

/** By the list of hosts. Each promotion begins a new timeline, so a primary that was replaced and comes back is behind. */
const newestTimelines = new Map<string, string>()

function clientOfPrimary(urls: readonly string[]): typeof pg.Client {
  const hosts = urls.map((url) => new URL(url).host).join()

  /** A connection more for each new one: `pg` cannot use a client again whose host was the wrong one. */
  const probe = async (url: string) => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PROBE_MILLISECONDS,
      query_timeout: PROBE_MILLISECONDS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ timeline: string | null }>(
        'select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline',
      )
      const timeline = rows[0]?.timeline ?? ''
      if (timeline === '' || timeline < (newestTimelines.get(hosts) ?? ''))
        throw Object.assign(new Error(`${client.host} is not the primary`), { code: '25006' })
      newestTimelines.set(hosts, timeline)
      return { host: client.host, port: client.port }
    } finally {
      client.end().catch(() => undefined)
    }
  }

  return class extends pg.Client {
    #isOver = false

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void
    override connect(callback?: (error: Error | null, client?: pg.Client) => void) {
      const connecting = Promise.any(urls.map(probe)).then((place) => {
        if (this.#isOver) throw new Error('Connection terminated')
        Object.assign(this, place)
        return super.connect()
      })
      if (!callback) return connecting
      connecting.then(() => callback(null, this), callback)
    }

    override end(): Promise<void>
    override end(callback: (error: Error) => void): void
    override end(callback?: (error: Error) => void) {
      this.#isOver = true
      return callback ? super.end(callback) : super.end()
    }
  }
}
