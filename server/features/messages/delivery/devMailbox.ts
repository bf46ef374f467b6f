import { createHash, randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import type { Context } from '../../../context.ts'
import { PRIVATE } from '../../../http/answers/problem.ts'
import { addressClass } from '../../../http/limits/addressClass.ts'
import type { HttpEnv } from '../../../http/serve.ts'
import { listMail, readMail } from '../../../integrations/mail/developmentMailbox.ts'
import { usesDevelopmentMailbox } from '../../../integrations/mail/mailer.ts'
import { type Frame, mailListPage, mailMissingPage, mailPage, SANDBOX } from './devMailboxPages.ts'

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Shows stored mail at /dev/mailbox, only to this machine; not mounted where a mail server is configured, or in production. */
export function mountDevMailbox(app: Hono<HttpEnv>, context: Context): void {
  if (!usesDevelopmentMailbox(context.config)) return

  app.use('/dev/mailbox/*', async (c, next) =>
    isThisMachine(c.req.header('host') ?? '', c.get('address')) ? next() : c.text(ELSEWHERE, 404, PRIVATE),
  )

  app.get('/dev/mailbox', async (c) => {
    // No address has a NUL, which PostgreSQL refuses.
    const to = c.req.query('to')?.replaceAll('\0', '') || null
    const frame = await createFrame(context)
    return c.html(
      mailListPage(await listMail(context.db, to), to, frame),
      200,
      headers(pagePolicy(frame.nonce)),
    )
  })

  app.get(`/dev/mailbox/:id{${ID}}`, async (c) => {
    const frame = await createFrame(context)
    const mail = await readMail(context.db, c.req.param('id'))
    if (!mail) return c.html(mailMissingPage(frame), 404, headers(pagePolicy(frame.nonce)))
    return c.html(mailPage(mail, frame), 200, headers(pagePolicy(frame.nonce)))
  })

  app.get(`/dev/mailbox/:id{${ID}}/html`, async (c) => {
    const mail = await readMail(context.db, c.req.param('id'))
    if (!mail) return c.text('This mail is not here.', 404, PRIVATE)
    return c.html(
      mail.html.replace('<head>', '<head><base target="_top">'),
      200,
      headers(mailPolicy(mail.html)),
    )
  })

  app.get(`/dev/mailbox/:id{${ID}}/attachments/:index{[0-9]{1,2}}`, async (c) => {
    const mail = await readMail(context.db, c.req.param('id'))
    const attachment = mail?.attachments[Number(c.req.param('index'))]
    if (!attachment) return c.text('This file is not here.', 404, PRIVATE)
    return c.body(attachment.content, 200, {
      ...PRIVATE,
      'content-type': attachment.content_type,
      'content-disposition': `attachment; filename="${attachment.filename.replace(/[^\w.-]/g, '_')}"`,
    })
  })
}

const ELSEWHERE = 'The mailbox is shown only on this machine, at http://localhost and the port.'

/** By the caller's address and by the name asked for: another site can have its own name lead to this machine. */
function isThisMachine(host: string, address: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  return (name === 'localhost' || addressClass(name) === 'loopback') && addressClass(address) === 'loopback'
}

async function createFrame(context: Context): Promise<Frame> {
  const { time_zone } = await context.facility.get()
  return {
    nonce: randomBytes(16).toString('base64'),
    time: (instant) => `${formatDay(facilityDay(instant, time_zone))}, ${formatTime(instant, time_zone)}`,
  }
}

const headers = (policy: string) => ({ ...PRIVATE, 'content-security-policy': policy })

const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A mail may run and load nothing; inline styles are allowed, so that it looks as it was sent. */
function mailPolicy(mail: string): string {
  const sheets = [...mail.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)].map(([, sheet]) => sheet ?? '')
  const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`)
  return [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    `style-src ${hashes.join(' ') || "'none'"}`,
    "img-src data: 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}
