/** What is known of mail servers: the values of large providers, and what an answer to a test means. */

export const providers = {
  google: {
    name: 'Gmail or Google Workspace',
    values: { host: 'smtp.gmail.com', port: '465', security: 'tls' },
    hint: 'Google wants an app password: in your Google account, Security, 2-Step Verification, App passwords.',
  },
  microsoft: {
    name: 'Microsoft 365 or Outlook',
    values: { host: 'smtp.office365.com', port: '587', security: 'starttls' },
    hint: 'The mailbox must allow “Authenticated SMTP”: your Microsoft admin turns it on.',
  },
  other: { name: 'Another server', values: {}, hint: 'Your mail provider tells you these values.' },
} as const
export type Provider = keyof typeof providers

export const providerOf = (host: string): Provider =>
  (Object.keys(providers) as Provider[]).find((key) => {
    const { values } = providers[key]
    return 'host' in values && values.host === host
  }) ?? 'other'

/** What the answer to a test message means, and the way out. Some answers are the mail library's, not the server's. */
export function whyNot(words: string, host = 'that server'): string {
  if (/ENOTFOUND|EAI_AGAIN|EDNS|DNS lookup/.test(words))
    return `Nothing answers to the name ${host}. Check its spelling.`
  if (/wrong version|SSL|TLS|certificate/i.test(words))
    return 'Security and port don’t match: TLS usually goes with 465, STARTTLS with 587.'
  if (/ECONN|ETIMEDOUT|EHOSTUNREACH|ESOCKET|did not answer|never received|timeout/i.test(words))
    return 'The server can’t be reached. Check server, port and security.'
  if (/\b535\b|EAUTH|authentication|invalid login/i.test(words))
    return 'The server refused the user name or password.'
  return 'The server did not take the message.'
}
