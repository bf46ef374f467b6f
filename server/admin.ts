import { resolve } from 'node:path'
import { administer, withDatabaseUrl } from './admin/administer.ts'
import { createAdmin, printSetupCode, readNewAdmin, resetSecondFactor } from './admin/create.ts'
import { importFacility, openByHand, printChecklist, printFacility, readGivenFile } from './admin/facility.ts'
import { putBack } from './admin/putBack.ts'
import { removeDemo } from './admin/removeDemo.ts'
import { UsageError } from './admin/usageError.ts'
import { type Config, loadConfig } from './config.ts'
import { createPool } from './db/database.ts'
import { readMigrations } from './db/migrate.ts'
import { sandboxKeys } from './integrations/stripe/builtInSandbox.ts'
import { version } from './version.ts'

const USAGE = `Usage:

  npm run admin -- create <email> [full name]
      Creates an admin, or makes the account with that address one. The password is asked for; without a
      terminal one is generated and printed.

  npm run --silent admin -- setup-code
      Prints a one-time code for /setup, where the owner of a facility without an admin makes an account.

  npm run --silent admin -- check
      Prints what is missing before the doors open, and whether database, disk, backup, mail and the rest work. Ends
      with 1 while something needed is missing or does not work. Call it before an upgrade.

  npm run admin -- open-doors [--anyway]
      Lets customers book once nothing that is needed is missing; with --anyway once there are name, address and phone.

  npm run admin -- reset-second-factor <email>
      Removes the two-step login of someone who has lost the phone and the recovery codes.

  npm run --silent admin -- facility > facility.json
      Prints the facility's name, address, hours, cages and prices as JSON.

  npm run admin -- facility <file.json>
      Puts an edited file in (- for standard input). What it leaves out stays as it is. Running instances
      show the change at once.

  npm run admin -- forget-demo
      Removes the demo's accounts and data before going live. What you entered yourself stays. Needs an admin of your own.

  npm run admin -- import-everything <file.zip>
      Puts what Settings, Import & Export took out of one Dugout into this one, which must be empty. Stop Dugout before.

  npm run --silent admin -- sandbox-key
      Prints the secret key of the built-in payment sandbox, for Stripe's calls under /payment-sandbox/v1.

Works on DATABASE_URL, or on Dugout's own database whether Dugout is running or stopped.
`

async function main(): Promise<void> {
  const [command, argument, ...more] = process.argv.slice(2)
  if (command === 'create' && argument !== undefined) {
    const person = readNewAdmin(argument, more)
    const config = loadConfig(process.env)
    return administer(config, (db) => createAdmin(db, config, person))
  }
  if (command === 'setup-code' && argument === undefined) {
    const config = loadConfig(process.env)
    return administer(config, (db) => printSetupCode(db, config))
  }
  if (command === 'check' && argument === undefined) {
    const config = loadConfig(process.env)
    return checkAsItIs(config)
  }
  if (command === 'open-doors' && more.length === 0 && (argument ?? '--anyway') === '--anyway') {
    const config = loadConfig(process.env)
    return administer(config, (db) => openByHand(db, config, argument !== undefined))
  }
  if (command === 'reset-second-factor' && argument !== undefined && more.length === 0) {
    return administer(loadConfig(process.env), (db) => resetSecondFactor(db, argument))
  }
  if (command === 'facility' && more.length === 0) {
    if (argument === undefined) return administer(loadConfig(process.env), printFacility)
    const json = await readGivenFile(argument === '-' ? argument : fromCaller(argument))
    return administer(loadConfig(process.env), (db) => importFacility(db, json))
  }
  if (command === 'forget-demo' && argument === undefined) {
    const config = loadConfig(process.env)
    return administer(config, (db) => removeDemo(db, config))
  }
  if (command === 'import-everything' && argument !== undefined && more.length === 0) {
    return putBack(loadConfig(process.env), fromCaller(argument))
  }
  if (command === 'sandbox-key' && argument === undefined) {
    process.stdout.write(`${sandboxKeys(loadConfig(process.env)).secretKey}\n`)
    return
  }
  throw new UsageError(USAGE)
}

/** Before an upgrade with the old version; the new one, once it is there, says what it brings and changes nothing. */
async function checkAsItIs(config: Config): Promise<void> {
  const due = await withDatabaseUrl(config, async (url) => {
    const pool = createPool(url, 1)
    return readMigrations(pool)
      .then(({ due }) => due)
      .finally(() => pool.end())
  })
  if (due.length === 0) return administer(config, (db) => printChecklist(db, config))
  process.stdout.write(
    `Dugout ${version} brings changes to this database (${due.length}): ${due.join(', ')}.\nNothing was changed. Back up, then start it: npm run backup, npm start.\n`,
  )
}

/** npm runs this in the project's folder; paths are relative to where npm was called. */
const fromCaller = (file: string): string => resolve(process.env.INIT_CWD ?? '.', file)

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
