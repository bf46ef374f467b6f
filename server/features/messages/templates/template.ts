import Handlebars from 'handlebars'
import type { MailBlock } from '../../../../shared/contract/messages/mailBlocks.ts'

/**
 * The texts of one message, in Handlebars: `{{variable}}`, `{{#if}}`, `{{else}}`, `{{#unless}}` and nothing else
 * (templateRules.ts).
 */
export interface MessageTexts {
  readonly subject: string
  /** The inner part; the layout goes around it. Values are escaped. */
  readonly html: string
  readonly text: string
}

/** The built-in texts, with the blocks that they are made of. */
export interface BuiltInTexts extends MessageTexts {
  /** Each with its own forms. */
  readonly blocks: readonly { readonly block: MailBlock; readonly html: string; readonly text: string }[]
}

/** A value with two forms, e.g. a list: HTML, its values already escaped, and text. */
export interface Prepared {
  readonly html: string
  readonly text: string
}

/** The variables of a message by name. */
export type TemplateValues = Readonly<Record<string, string | Prepared>>

/**
 * One kind of message: its built-in texts, its variables and an example of them. Besides its own variables
 * every message knows `facility.name`, `facility.address`, `facility.phone`, `facility.email`, `facility.map_url`,
 * `facility.parking`, `facility.what_to_bring` and `site_url`.
 */
export interface MessageTemplate<Data extends object = object> extends BuiltInTexts {
  /** When it is sent, for the person who edits it. */
  readonly description: string
  /** An example of the data; also defines which variables exist (after `values`, if given). */
  readonly sample: Data
  /** Required variables, e.g. the link of a confirmation. */
  readonly required: readonly string[]
  /** Turns the data into variables, where the data are not already texts. */
  values?(data: Data): TemplateValues
  /** True when the data gives access to an account: it is erased once the message is sent. */
  readonly secret?: true
  /** True when a member of staff wrote it: then it is no automatic mail. */
  readonly personal?: true
  /** True for mail that people can unsubscribe from; never for receipts and confirmations (decision 26). */
  readonly marketing?: true
}

/** Who takes part, in a message about something booked. */
export interface ParticipantData {
  /** Empty where the reader takes part. */
  readonly participant_name: string
}

/** ' for Mia' in a text with `participant_name`. */
export const forParticipant = '{{#if participant_name}} for {{participant_name}}{{/if}}'

/** 'The booking for Mia' or 'Your booking', at the beginning of a sentence or within one. */
export const theirs = (noun: string, [the, your]: readonly ['The', 'Your'] | readonly ['the', 'your']) =>
  `{{#if participant_name}}${the} ${noun} for {{participant_name}}{{else}}${your} ${noun}{{/if}}`

/** A text as HTML shows it, escaped the way that the templates escape their values. */
export const escapeHtml = (text: string): string => Handlebars.escapeExpression(text)
