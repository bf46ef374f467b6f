/** One mail, ready to go. */
export interface Mail {
  readonly to: string
  /** An address, or `"Name" <address>`. */
  readonly from: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  /** With angle brackets, RFC 5322 §3.6.4. The same for every attempt, so that a repeated delivery is recognisable. */
  readonly messageId: string
  readonly attachments?: readonly Attachment[]
}

/** A file that goes along with a mail. */
export interface Attachment {
  readonly filename: string
  readonly content: string
  readonly contentType: string
}

/** Whatever takes mail away from here. */
export interface Mailer {
  /** How many mails it takes at the same moment. */
  readonly concurrency: number
  /**
   * Resolves once the mail has been taken over.
   *
   * @throws {MailRejected} when this mail will never be taken; any other error means that it is worth trying again.
   */
  send(mail: Mail): Promise<void>
  /** Lets go of connections. */
  close(): void
}

/** The mail itself was refused for good, e.g. because its address does not exist (RFC 5321 §4.2.1, 5yz). */
export class MailRejected extends Error {}
