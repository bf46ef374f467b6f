import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FacilityServer } from './facilityServer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs `npm run admin` on the journey's facility; answers with what it printed. */
export function administer({ settings }: FacilityServer, command: string[], input = ''): Promise<string> {
  const env = { ...process.env, ...settings }
  return new Promise((resolve, reject) => {
    const admin = execFile(
      process.execPath,
      ['server/admin.ts', ...command],
      { cwd: root, env },
      (error, printed) => (error ? reject(error) : resolve(printed.trim())),
    )
    admin.stdin?.end(input)
  })
}

/** Changes the facility's data, as a facility does it: by its file. */
export const putFacilityIn = (server: FacilityServer, facility: object): Promise<string> =>
  administer(server, ['facility', '-'], JSON.stringify(facility))
