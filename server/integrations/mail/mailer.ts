import type { Context } from '../../context.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import { createDevelopmentMailbox } from './developmentMailbox.ts'
import { type EnteredServer, readEnteredServer, senderOf, smtpServerOf } from './enteredServer.ts'
import type { Mailer } from './mail.ts'
import { createSmtpMailer } from './smtp.ts'

type MailContext = Pick<Context, 'config' | 'db' | 'clock' | 'log' | 'changes' | 'facility'>

/** Whether mail is stored for /dev/mailbox while the owner has entered no server: not in production, and not with SMTP_URL. */
export const usesDevelopmentMailbox = (config: Context['config']): boolean =>
  !config.production && config.secrets.smtpUrl === null

/**
 * Sends through the server of the environment, or else through the one that the owner has entered, from the moment on in which
 * it is saved. Without either mail stays queued (decision 23).
 */
export function createMailer(context: MailContext): Mailer {
  const { config, db, clock, log } = context
  if (config.secrets.smtpUrl !== null) return createSmtpMailer(config.secrets.smtpUrl)
  const entered = createEnteredMailer(
    context,
    usesDevelopmentMailbox(config) ? createDevelopmentMailbox(db, clock) : null,
  )
  void entered.ready?.().then(
    (isReady) =>
      isReady ||
      log.warn(
        'There is no mail server: mail stays queued and nobody can confirm an account. See docs/operations.md.',
      ),
    () => undefined,
  )
  return entered
}

const CONNECTIONS = 5

/** @param otherwise sends while there is no server; null: mail waits. */
function createEnteredMailer(
  { config, db, changes, facility }: MailContext,
  otherwise: Mailer | null,
): Mailer {
  const kept = new NotifiedCache<{ entered: EnteredServer | null }>(changes, {
    max: 1,
    load: async () => ({ entered: await readEnteredServer(db, config) }),
  })
  changes.on('connections_changed', () => kept.clear())
  let open: { readonly to: string; readonly mailer: Mailer } | null = null

  /** The connections of the server as it is entered now; those of the one before are closed once they have sent. */
  async function current(): Promise<Mailer | null> {
    const { entered } = await kept.get('mail')
    const server = entered && smtpServerOf(entered)
    const to = JSON.stringify(server)
    if (open?.to !== to) {
      open?.mailer.close()
      open = server && { to, mailer: createSmtpMailer(server) }
    }
    return open?.mailer ?? (entered ? null : otherwise)
  }

  return {
    concurrency: otherwise?.concurrency ?? CONNECTIONS,
    ready: async () => (await current()) !== null,
    async from() {
      const { entered } = await kept.get('mail')
      return entered && senderOf(entered.settings, (await facility.get()).name)
    },
    async send(mail) {
      const mailer = await current()
      if (!mailer) throw new Error('There is no mail server.')
      await mailer.send(mail)
    },
    close() {
      open?.mailer.close()
      otherwise?.close()
    },
  }
}
