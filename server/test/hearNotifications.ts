import pg from 'pg'

/** Listens on channels of the database; each `hear` answers what came since the last one, sorted, as 'channel payload'. */
export async function hearNotifications(databaseUrl: string, channels: readonly string[]) {
  const listener = new pg.Client(databaseUrl)
  let heard: string[] = []
  await listener.connect()
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`.trim()))
  await listener.query(channels.map((channel) => `listen ${channel}`).join(';'))
  return {
    async hear(): Promise<string[]> {
      // An answered query comes after every notification sent before it.
      await listener.query('select 1')
      const news = heard.sort()
      heard = []
      return news
    },
    end: () => listener.end(),
  }
}
