/**
 * The built-in text of one message, in Handlebars (`{{name}}`, `{{#if}}`, `{{#each}}`). Besides its own data every
 * template knows `facility.name`, `facility.address`, `facility.phone`, `facility.email` and `site_url`.
 */
export interface MessageTemplate {
  readonly subject: string
  /** The inner part; the layout goes around it. Values are escaped. */
  readonly html: string
  readonly text: string
  /** True when the data lets its reader into an account: it is erased once the message is sent. */
  readonly secret?: true
}
