/** One mail, ready to send. */
export interface Mail {
  readonly to: string
  /** An address, or `"Name" <address>`. */
  readonly from: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  /** With angle brackets, RFC 5322 §3.6.4. The same for every attempt, so that duplicates can be recognized. */
  readonly messageId: string
  readonly attachments?: readonly Attachment[]
}

/** An attachment. */
export interface Attachment {
  readonly filename: string
  readonly content: string
  readonly contentType: string
}

/** Sends mail. */
export interface Mailer {
  /** How many mails it sends at the same time. */
  readonly concurrency: number
  /**
   * Resolves once the mail has been accepted.
   *
   * @throws {MailRejected} when this mail will never be accepted; any other error is temporary.
   */
  send(mail: Mail): Promise<void>
  /** Whether there is a server to send through; without one mail waits. Always, where this is left out. */
  ready?(): Promise<boolean>
  /** The sender that the server wants, as an address or `"Name" <address>`; the facility's where this is null or left out. */
  from?(): Promise<string | null>
  /** Closes connections. */
  close(): void
}

/** The mail was permanently refused, e.g. because its address does not exist (RFC 5321 §4.2.1, 5yz). */
export class MailRejected extends Error {}

/** An address with the name of whose it is before it (RFC 5322 §3.4). */
export function mailbox(name: string, address: string): string {
  const plain = name.replace(/["\\\p{Cc}]/gu, '')
  return plain === '' ? address : `"${plain}" <${address}>`
}
