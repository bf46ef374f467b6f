/** The mail server that the owner enters in the browser (decision record 091). Its password is kept sealed and never sent. */

import { promises as dns } from 'node:dns'
import { html } from 'hono/html'
import type { MailConnection, MailSettings } from '../../../../shared/contract/facility/connections.ts'
import type { Context } from '../../../context.ts'
import { type Db, system, type Tx, transaction } from '../../../db/database.ts'
import { inTime } from '../../../http/inTime.ts'
import {
  MAIL_PASSWORD,
  readEnteredServer,
  senderOf,
  smtpServerOf,
} from '../../../integrations/mail/enteredServer.ts'
import { mailbox } from '../../../integrations/mail/mail.ts'
import { usesDevelopmentMailbox } from '../../../integrations/mail/mailer.ts'
import { createSmtpMailer } from '../../../integrations/mail/smtp.ts'
import { seal } from '../../../integrations/sealedSecret.ts'
import { type Refusal, refuse } from '../../../refusal.ts'

type MailContext = Pick<Context, 'config' | 'facility'>

/** Through which server mail is sent, and what was entered. */
export async function readMailConnection(db: Db, { config }: MailContext): Promise<MailConnection> {
  const [entered, { waiting }] = await Promise.all([
    readEnteredServer(db, config),
    db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<string>().as('waiting'))
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow(),
  ])
  const source = isSetByEnvironment(config)
    ? 'environment'
    : entered
      ? 'settings'
      : usesDevelopmentMailbox(config)
        ? 'mailbox'
        : 'none'
  return {
    source,
    settings: entered?.settings ?? null,
    has_password: entered !== null && entered.password !== '',
    readable: entered?.password !== null,
    accepted_at: entered?.acceptedAt?.toISOString() ?? null,
    waiting: Number(waiting),
  }
}

export const isSetByEnvironment = ({ secrets }: MailContext['config']): boolean => secrets.smtpUrl !== null

/** @param password undefined: it stays as it is. */
export async function saveMailConnection(
  tx: Tx,
  { config }: MailContext,
  { password, ...settings }: MailSettings & { password?: string | undefined },
): Promise<void> {
  const kept = password ?? (await readEnteredServer(tx, config))?.password ?? ''
  const secret = seal(config, MAIL_PASSWORD, kept)
  const row = { settings: JSON.stringify(settings), secret, accepted_at: null }
  await tx
    .insertInto('connections')
    .values({ name: 'mail', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** The answer must be there before the browser gives up. */
const LONGEST_TEST_MS = 20_000

/**
 * Sends a message to this address at once, past the queue.
 *
 * @returns the server's own words where it does not take the message.
 */
export async function testMail(
  context: Context,
  to: string,
): Promise<{ accepted: boolean; to: string; words: string } | Refusal> {
  const { config, db, clock, facility } = context
  const { name, email } = await facility.get()
  // The environment has precedence.
  const entered = isSetByEnvironment(config) ? null : await readEnteredServer(db, config)
  const server = config.secrets.smtpUrl ?? (entered && smtpServerOf(entered))
  if (server === null) return refuse('mail_not_connected')
  const mailer = createSmtpMailer(server)
  const text = `This is a test. If you can read it, ${name || 'your facility'} can send mail.`
  try {
    const sending = mailer.send({
      to,
      // As all other mail has it (`deliverBatch`).
      from: config.mailFrom ?? (entered ? senderOf(entered.settings, name) : mailbox(name, email)),
      subject: '[Test] Your mail server works',
      text,
      html: String(await html`<p>${text}</p>`),
      messageId: `<test-${clock.now().getTime()}@dugout.invalid>`,
    })
    const sent = await inTime(
      sending.then(() => true),
      LONGEST_TEST_MS,
    )
    if (sent && entered) await noteAccepted(context)
    return sent
      ? { accepted: true, to, words: '' }
      : { accepted: false, to, words: `The server did not answer within ${LONGEST_TEST_MS / 1_000} seconds.` }
  } catch (error) {
    return { accepted: false, to, words: error instanceof Error ? error.message : String(error) }
  } finally {
    mailer.close()
  }
}

const noteAccepted = ({ db, clock }: Context): Promise<unknown> =>
  transaction(db, system, (tx) =>
    tx.updateTable('connections').set({ accepted_at: clock.now() }).where('name', '=', 'mail').execute(),
  )

const LONGEST_LOOKUP_MS = 4_000
type DnsRecord = 'found' | 'missing' | 'unknown'

/** Whether the sender's domain has the records by which other mail servers trust its mail (RFC 7208, RFC 7489). */
export async function checkDomain(
  context: Context,
): Promise<{ domain: string; spf: DnsRecord; dmarc: DnsRecord } | Refusal> {
  const { config, db, facility } = context
  const entered = isSetByEnvironment(config) ? null : await readEnteredServer(db, config)
  if (!isSetByEnvironment(config) && !entered) return refuse('mail_not_connected')
  const sender = config.mailFrom ?? entered?.settings.from_email ?? (await facility.get()).email
  const domain = /@([\w.-]+)>?\s*$/.exec(sender)?.[1]
  if (domain === undefined) return refuse('mail_not_connected')
  const [spf, dmarc] = await Promise.all([
    findText(domain, /^v=spf1\b/i),
    findText(`_dmarc.${domain}`, /^v=DMARC1\b/i),
  ])
  return { domain, spf, dmarc }
}

async function findText(name: string, wanted: RegExp): Promise<DnsRecord> {
  try {
    const records = await inTime(dns.resolveTxt(name), LONGEST_LOOKUP_MS)
    if (!records) return 'unknown'
    return records.some((parts) => wanted.test(parts.join(''))) ? 'found' : 'missing'
  } catch (error) {
    const code = (error as { code?: unknown }).code
    return code === 'ENODATA' || code === 'ENOTFOUND' ? 'missing' : 'unknown'
  }
}
