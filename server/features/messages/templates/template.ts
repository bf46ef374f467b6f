import Handlebars from 'handlebars'

/**
 * The wording of one message, in Handlebars: `{{variable}}`, `{{#if}}`, `{{else}}`, `{{#unless}}` and nothing else
 * (templateRules.ts).
 */
export interface MessageTexts {
  readonly subject: string
  /** The inner part; the layout goes around it. Values are escaped. */
  readonly html: string
  readonly text: string
}

/** A value that looks different in each part, e.g. a list: ready-made HTML, its own values escaped, and text. */
export interface Prepared {
  readonly html: string
  readonly text: string
}

/** What the texts may mention by name. */
export type TemplateValues = Readonly<Record<string, string | Prepared>>

/**
 * One kind of message: Dugout's own wording, what it may mention and an example of that. Besides its own variables
 * every message knows `facility.name`, `facility.address`, `facility.phone`, `facility.email` and `site_url`.
 */
export interface MessageTemplate<Data extends object = object> extends MessageTexts {
  /** When it is sent, for the person who edits it. */
  readonly description: string
  /** An example; with `values`, or as it is, it also says which variables there are. */
  readonly sample: Data
  /** Variables without which the message would be useless, e.g. the link of a confirmation. */
  readonly required: readonly string[]
  /** Turns the data into variables, where they are more than texts. */
  values?(data: Data): TemplateValues
  /** True when the data lets its reader into an account: it is erased once the message is sent. */
  readonly secret?: true
  /** True for what people can unsubscribe from; receipts and confirmations never are (decision 26). */
  readonly marketing?: true
}

/** A text as HTML shows it, escaped the way that the templates escape their values. */
export const escapeHtml = (text: string): string => Handlebars.escapeExpression(text)
