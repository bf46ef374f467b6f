import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { errors } from '../../shared/contract/errors.ts'
import { type OpeningStepKey, openingSteps } from '../../shared/domain/facility/openingSteps.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Db, system, transaction } from '../db/database.ts'
import { readHealth } from '../features/reports/health.ts'
import { parseFacilityFile } from '../features/settings/facilityFile.ts'
import { readSteps } from '../features/settings/opening/checklist.ts'
import { openDoors } from '../features/settings/opening/doors.ts'
import { describeFacility, setUpFacility } from '../features/settings/setUpFacility.ts'
import { readFigures } from '../http/watching/databaseFigures.ts'
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

/** Prints the list of the staff's first page, and what Health shows, for whoever looks after the server. */
export async function printChecklist(db: Db, config: Config): Promise<void> {
  const now = systemClock.now()
  const [steps, figures] = await Promise.all([readSteps(db, { config, now }), readFigures(db, now)])
  const checks = await readHealth(db, config, { now, figures, databaseProblem: null })
  // Work that is scheduled may rest: this is also called while Dugout does not run.
  const broken = checks.filter(({ key, state }) => state === 'problem' && key !== 'jobs')
  const line = ({ key, done, fact }: (typeof steps)[number]) =>
    `  ${done ? '✓' : '–'} ${openingSteps[key].title}${fact || !done ? `: ${fact || openingSteps[key].about}` : ''}\n`
  const [needed, later] = [steps.filter((step) => step.needed), steps.filter((step) => !step.needed)]
  const missing = needed.filter(({ done }) => !done)
  process.stdout.write(
    `Needed to open\n${needed.map(line).join('')}When you are ready\n${later.map(line).join('')}`,
  )
  const marks = { good: '✓', check: '!', problem: '✗', off: '–' }
  process.stdout.write('Health\n')
  for (const { title, state, figure, advice } of checks)
    process.stdout.write(`  ${marks[state]} ${title}: ${[figure, advice].filter(Boolean).join('. ')}\n`)
  process.stdout.write(
    missing.length === 0
      ? 'Nothing that is needed is missing.\n'
      : `Missing before you can open: ${missing.map(({ key }) => openingSteps[key].title).join(', ')}.\n`,
  )
  if (broken.length > 0)
    process.stdout.write(`Not working: ${broken.map(({ title }) => title).join(', ')}.\n`)
  if (missing.length + broken.length > 0) process.exitCode = 1
}

/** Opens the doors from a terminal, where a facility is set up by its file. */
export async function openByHand(db: Db, config: Config, anyway: boolean): Promise<void> {
  const source = { config, now: systemClock.now() }
  const refused = await transaction(db, system, (tx) => openDoors(tx, source, { anyway }))
  if (!refused) {
    process.stdout.write('The doors are open: people can book.\n')
    return
  }
  const { missing = [] } = (refused.details ?? {}) as { missing?: OpeningStepKey[] }
  const titles = missing.map((key) => openingSteps[key].title).join(', ')
  throw new UsageError(`${errors[refused.code].message}${titles && ` Missing: ${titles}.`}\n`)
}
