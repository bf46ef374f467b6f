import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Db, system, transaction } from '../db/database.ts'
import { parseFacilityFile } from '../features/settings/facilityFile.ts'
import { describeFacility, setUpFacility } from '../features/settings/setUpFacility.ts'
import { UsageError } from './usageError.ts'

const STDIN = '-'

/** Prints the facility's data as JSON, in the form in which `importFacility` takes it. */
export async function printFacility(db: Db): Promise<void> {
  const facility = await describeFacility(db, new Date())
  process.stdout.write(`${JSON.stringify(facility, null, 2)}\n`)
}

/** Imports a file's data and prints what changed. Running instances show it at once. */
export async function importFacility(db: Db, json: string): Promise<void> {
  const file = parseFacilityFile(json)
  const lines = await transaction(db, system, (tx) => setUpFacility(tx, file, new Date()))
  process.stdout.write(lines.length === 0 ? 'Nothing to change.\n' : `${lines.join('\n')}\n`)
}

/** The text of a file, or of what is piped in when its name is `-`. */
export async function readGivenFile(name: string): Promise<string> {
  if (name === STDIN) return text(process.stdin)
  return readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${name} cannot be read: ${error.code === 'ENOENT' ? 'no such file' : error.message}\n`,
    )
  })
}
