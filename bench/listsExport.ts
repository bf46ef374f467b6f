import { readFile } from 'node:fs/promises'
import { createDb, createPool } from '../server/db/database.ts'
import { startAppProcess } from '../server/test/appProcess.ts'
import { addCustomers, sessionCookie } from './customers.ts'

interface ExportFigures {
  readonly file: string
  readonly rows: number
  readonly seconds: number
  readonly megabytes: number
  /** By how many megabytes the server's resident memory grew at most. */
  readonly growth: number
}

const FILES = ['bookings.csv', 'bookings.csv?search_query=garcia', 'payments.csv', 'users.csv']

/** What the idle server has, and some more: a file that was held in memory would not fit. */
const HEAP_MEGABYTES = 192
const MEGABYTE = 1024 * 1024

/** Downloads the files of the lists from a server process, one after the other. */
export async function exportLists(url: string): Promise<ExportFigures[]> {
  const db = createDb(createPool(url, 1))
  const [person] = await addCustomers(db, 1)
  if (!person) throw new Error('There is nobody to sign in.')
  const admin = { ...person, email: 'export@example.test' }
  await db
    .updateTable('profiles')
    .set({ role: 'admin', email: admin.email })
    .where('id', '=', admin.id)
    .execute()
  await db.destroy()
  const app = await startAppProcess({
    DATABASE_URL: url,
    NODE_ENV: 'development',
    DEMO_SEED: 'false',
    // Without a limit Node leaves garbage alone while there is memory, which says nothing about what is needed.
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
  })
  try {
    const cookie = await sessionCookie(app.url, admin)
    // Loads the code.
    for (const file of FILES) await download(app.url, `${file.split('?')[0]}?search_query=zzyzx`, cookie)
    const figures: ExportFigures[] = []
    for (const file of FILES) {
      const before = await residentMegabytes(app.pid)
      let most = before
      const sampling = setInterval(async () => {
        most = Math.max(most, await residentMegabytes(app.pid))
      }, 100)
      const started = performance.now()
      const { rows, bytes } = await download(app.url, file, cookie)
      const seconds = (performance.now() - started) / 1000
      clearInterval(sampling)
      figures.push({ file, rows, seconds, megabytes: bytes / MEGABYTE, growth: most - before })
    }
    return figures
  } finally {
    await app.end('SIGTERM')
  }
}

async function download(app: string, file: string, cookie: string): Promise<{ rows: number; bytes: number }> {
  const response = await fetch(`${app}/api/admin/${file}`, { headers: { cookie } })
  if (!response.ok || !response.body) throw new Error(`${file} answered ${response.status}.`)
  let [lines, bytes] = [0, 0]
  for await (const chunk of response.body) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  // Without the header.
  return { rows: lines - 1, bytes }
}

/** As Linux accounts for it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
