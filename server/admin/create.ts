import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { emailAddress } from '../../shared/contract/text.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Db, system, transaction } from '../db/database.ts'
import { grantAdmin } from '../features/accounts/grantAdmin.ts'
import { refusePasswordFor } from '../features/accounts/passwords/passwordRules.ts'
import { hashPassword } from '../features/accounts/passwords/passwords.ts'
import { resetSecondFactorOf } from '../features/accounts/secondFactor/codes.ts'
import { createSetupCode } from '../features/accounts/signUp/ownerSetup.ts'
import { UsageError } from './usageError.ts'

export interface NewAdmin {
  readonly email: string
  readonly fullName: string
}

/** Reads the command's arguments; without a name, the first part of the address is used. */
export function readNewAdmin(address: string, nameParts: readonly string[]): NewAdmin {
  const email = emailAddress.safeParse(address)
  if (!email.success) throw new UsageError(`"${address}" is not an e-mail address.\n`)
  const [mailbox = ''] = email.data.split('@')
  return { email: email.data, fullName: nameParts.join(' ').trim() || mailbox }
}

/** Creates an admin, or promotes an existing account; asks for the password, or generates and prints one. */
export async function createAdmin(db: Db, config: Config, person: NewAdmin): Promise<void> {
  const owner = { email: person.email, full_name: person.fullName, role: 'admin' as const }
  const refusal = async (password: string) =>
    (await refusePasswordFor(db, config, owner, password))?.message ?? null
  const asked = process.stdin.isTTY ? await askForPassword(refusal) : ''
  const password = asked || randomBytes(15).toString('base64url')
  const passwordHash = await hashPassword(password)
  const done = await transaction(db, system, (tx) => grantAdmin(tx, { ...person, passwordHash }))
  say(
    done === 'created'
      ? `Created the admin ${person.email}.`
      : `${person.email} is now an admin; every session of that account has ended.`,
  )
  say(asked ? 'The password is the one you typed.' : `Password: ${password}`)
}

/** Prints a code for the set-up page. */
export async function printSetupCode(db: Db, config: Config): Promise<void> {
  const code = await createSetupCode(db, config, systemClock.now())
  if (code === null) throw new UsageError('The facility has an admin, so that /setup is closed.\n')
  say(code)
}

/** Removes the second factor of the account with this address, and ends its sessions. */
export async function resetSecondFactor(db: Db, address: string): Promise<void> {
  const { email } = readNewAdmin(address, [])
  const wasOn = await transaction(db, system, async (tx) => {
    const owner = await tx
      .selectFrom('profiles')
      .select(['id', 'full_name', 'email'])
      .where('email', '=', email)
      .executeTakeFirst()
    return owner ? resetSecondFactorOf(tx, owner) : false
  })
  if (!wasOn) throw new UsageError(`No account with two-step login has the address ${email}.\n`)
  say(`Two-step login of ${email} is removed; every session of that account has ended.`)
}

/** Asks until the password is acceptable; an empty answer means: generate one. */
async function askForPassword(refusal: (password: string) => Promise<string | null>): Promise<string> {
  for (;;) {
    const password = await askHidden('Password (empty: generate one): ')
    if (password === '') return ''
    const reason = await refusal(password)
    if (reason) say(reason)
    else if ((await askHidden('The same again: ')) === password) return password
    else say('Passwords do not match.')
  }
}

/** Asks without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const keyboard = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  keyboard.once('SIGINT', () => {
    process.stdout.write('\n')
    process.exit(130)
  })
  const answer = await keyboard.question('')
  keyboard.close()
  process.stdout.write('\n')
  return answer
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
