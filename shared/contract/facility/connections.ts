/** How Dugout reaches the mail server and Stripe, as the owner enters it in the browser (decision record 091). */

import { z } from 'zod'
import { instant, wholeNumber } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddressOr, oneLine } from '../text.ts'

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$|^\[[0-9a-f:.]+\]$/,
    'Enter the server’s name, like smtp.example.com.',
  )

export const mailSettings = z.object({
  host,
  port: wholeNumber(1, 65_535),
  security: z.enum(['tls', 'starttls', 'none']).meta({
    description: 'tls: from the first byte (port 465); starttls: required after the greeting (587); none.',
  }),
  user: z.string().trim().max(254).meta({ description: 'Empty: the server asks for none.' }),
  from_name: z.union([z.literal(''), oneLine(100)]).meta({ description: 'Empty: the facility’s name.' }),
  from_email: emailAddressOr('Enter the address that mail is sent from.'),
})
export type MailSettings = z.output<typeof mailSettings>

export const mailConnection = z.object({
  source: z.enum(['environment', 'settings', 'mailbox', 'none']).meta({
    description:
      'environment: SMTP_URL, which has precedence; mailbox: outside production mail is kept at /dev/mailbox.',
  }),
  settings: mailSettings.nullable().meta({ description: 'What was entered; null where nothing was.' }),
  has_password: z.boolean(),
  readable: z
    .boolean()
    .meta({ description: 'False: it was kept under another AUTH_SECRET; enter the password again.' }),
  accepted_at: instant.nullable().meta({ description: 'When the server last took a test message.' }),
  waiting: z.number().int().meta({ description: 'Messages that wait to be sent.' }),
})
export type MailConnection = z.infer<typeof mailConnection>

export const getMailConnection = route({
  operationId: 'get-mail-connection',
  call: 'GET /api/settings/mail',
  access: 'admin',
  summary: 'Through which server mail is sent; never the password',
  answer: mailConnection,
})

export const saveMailConnection = route({
  operationId: 'save-mail-connection',
  call: 'PUT /api/settings/mail',
  access: 'admin',
  grave: true,
  summary: 'Saves the mail server; every process sends through it from then on',
  body: mailSettings.extend({
    password: z.string().max(1_000).optional().meta({ description: 'Left out: it stays as it is.' }),
  }),
  answer: mailConnection,
  errors: ['set_by_environment'],
})

export const deleteMailConnection = route({
  operationId: 'delete-mail-connection',
  call: 'DELETE /api/settings/mail',
  access: 'admin',
  grave: true,
  summary: 'Forgets the mail server; mail waits until there is another',
  answer: mailConnection,
  errors: ['set_by_environment'],
})

export const testMailConnection = route({
  operationId: 'test-mail-connection',
  call: 'POST /api/settings/mail/test',
  access: 'admin',
  summary: 'Sends a message to the caller through the mail server, and says what the server answered',
  answer: z.object({
    accepted: z.boolean(),
    to: z.string(),
    words: z
      .string()
      .meta({ description: 'The server’s own words; empty where it has accepted the message.' }),
  }),
  errors: ['mail_not_connected'],
})

const record = z
  .enum(['found', 'missing', 'unknown'])
  .meta({ description: 'unknown: DNS could not be asked.' })

export const checkMailDomain = route({
  operationId: 'check-mail-domain',
  call: 'GET /api/settings/mail/domain',
  access: 'admin',
  summary: 'Whether the sender’s domain tells other mail servers to trust its mail: SPF and DMARC',
  answer: z.object({ domain: z.string(), spf: record, dmarc: record }),
  errors: ['mail_not_connected'],
})

export const cardConnection = z.object({
  source: z.enum(['environment', 'settings', 'sandbox', 'none']).meta({
    description:
      'environment: STRIPE_SECRET_KEY, which has precedence; sandbox: outside production, test payments.',
  }),
  mode: z.enum(['test', 'live']).nullable().meta({ description: 'Of the keys; null without any.' }),
  publishable_key: z.string().nullable(),
  secret_hint: z.string().nullable().meta({ description: 'The last four characters of the secret key.' }),
  problem: z.string().nullable().meta({ description: 'Why the keys cannot be used.' }),
  webhook_url: z.string().meta({ description: 'What is entered at Stripe, under Developers, Webhooks.' }),
  webhook_events: z.array(z.string()),
  webhook_heard_at: instant.nullable().meta({ description: 'When Stripe first reached it with these keys.' }),
})
export type CardConnection = z.infer<typeof cardConnection>

export const getCardConnection = route({
  operationId: 'get-card-connection',
  call: 'GET /api/settings/cards',
  access: 'admin',
  summary: 'Whether cards are taken, by which keys of Stripe’s; never a secret key',
  answer: cardConnection,
})

const secretKey = z
  .string()
  .trim()
  .max(255)
  .regex(
    /^(?:sk|rk)_(?:test|live)_\w+$/,
    'A secret key begins with sk_test_, sk_live_, rk_test_ or rk_live_.',
  )
const publishableKey = z
  .string()
  .trim()
  .max(255)
  .regex(/^pk_(?:test|live)_\w+$/, 'A publishable key begins with pk_test_ or pk_live_.')
const webhookSecret = z
  .string()
  .trim()
  .max(255)
  .regex(/^whsec_\w+$/, 'A signing secret begins with whsec_.')

export const saveCardConnection = route({
  operationId: 'save-card-connection',
  call: 'PUT /api/settings/cards',
  access: 'admin',
  grave: true,
  summary: 'Saves Stripe’s keys once Stripe has accepted them; every process charges with them from then on',
  body: z
    .object({
      publishable_key: publishableKey,
      secret_key: secretKey.optional().meta({ description: 'Left out: it stays as it is.' }),
      webhook_secret: webhookSecret.optional().meta({ description: 'Left out: it stays as it is.' }),
    })
    .refine(
      ({ publishable_key, secret_key }) =>
        secret_key === undefined || publishable_key.split('_')[1] === secret_key.split('_')[1],
      { path: ['publishable_key'], message: 'One key is for test mode and the other for live mode.' },
    ),
  answer: cardConnection,
  errors: ['set_by_environment', 'stripe_keys_refused', 'stripe_keys_untried'],
})

export const deleteCardConnection = route({
  operationId: 'delete-card-connection',
  call: 'DELETE /api/settings/cards',
  access: 'admin',
  grave: true,
  summary: 'Forgets Stripe’s keys: no card is charged, and what is being paid is not finished',
  answer: cardConnection,
  errors: ['set_by_environment'],
})

export const testCardConnection = route({
  operationId: 'test-card-connection',
  call: 'POST /api/settings/cards/test',
  access: 'admin',
  summary: 'Charges a test card with $1 and gives it back, in test mode only',
  answer: z.object({ charged: z.boolean(), words: z.string() }),
  errors: ['payments_unavailable', 'payment_configuration', 'not_test_mode'],
})
