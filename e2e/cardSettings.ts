import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, expect } from '@playwright/test'
import { getFacility } from './facilityDays.ts'
import type { FacilityServer } from './facilityServer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Switches card payment for cages and lessons on or off (decision 17), as a facility does it: by its file. */
export async function takeCards(
  { facilityServer, request }: { facilityServer: FacilityServer; request: APIRequestContext },
  taken: boolean,
): Promise<void> {
  await putFacilityIn(
    facilityServer,
    JSON.stringify({ card_payment_for_cages: taken, card_payment_for_lessons: taken }),
  )
  await expect
    .poll(async () => (await getFacility(request)).card_payment_for_cages, { intervals: [50, 100, 250] })
    .toBe(taken)
}

function putFacilityIn({ dataDir }: FacilityServer, json: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DATA_DIR: dataDir }
  return new Promise((resolve, reject) => {
    const command = execFile(
      process.execPath,
      ['server/admin.ts', 'facility', '-'],
      { cwd: root, env },
      (error) => (error ? reject(error) : resolve()),
    )
    command.stdin?.end(json)
  })
}
