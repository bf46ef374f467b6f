/**
 * The parts of a message. Each is written once and gives both forms, HTML and plain text, with the same variables
 * and conditions; the plain text says something else only where a link needs other words. The texts of an edited message are
 * written by the same functions (`textsOfBlocks`).
 */

import { isDeepStrictEqual } from 'node:util'
import type { MailBlock } from '../../../../shared/contract/messages/mailBlocks.ts'
import type { BuiltInTexts, MessageTemplate, MessageTexts } from './template.ts'
import { htmlOf, textOf, wordsOf } from './words.ts'

/** One part of a message: Handlebars in both forms; a part without text is in the HTML only. */
export interface Form {
  readonly html: string
  readonly text: string
}

/** What an admin edits of a part; its message gives it an id. */
type Content<Kind = MailBlock> = Kind extends MailBlock ? Omit<Kind, 'id' | 'hidden'> : never

/** One or several parts, together and one by one. */
export interface Block extends Form {
  readonly parts: readonly (Form & { readonly content: Content })[]
}

/** A row of a table. */
export type Row = Form & { readonly content: Extract<MailBlock, { kind: 'table' }>['rows'][number] }

const single = (content: Content, html: string, text: string): Block => ({
  html,
  text,
  parts: [{ content, html, text }],
})

/** The texts of a message, its parts in their order. */
export const message = (subject: string, ...blocks: readonly Block[]): BuiltInTexts => ({
  subject,
  ...joined(blocks),
  blocks: blocks
    .flatMap(({ parts }) => parts)
    .map(({ content, ...form }, index) => ({ block: { id: String(index + 1), ...content }, ...form })),
})

const joined = (forms: readonly Form[]): Form => ({
  html: forms.map(({ html }) => html).join('\n'),
  text: forms.map(paragraphOf).join('').trim(),
})

/** A condition that ends by itself on its line takes its line break along. */
const paragraphOf = ({ text }: Form): string =>
  text === '' ? '' : `${text}${text.endsWith('\n{{/if}}') ? '\n' : '\n\n'}`

/** Parts that are there only where a variable is not empty. */
export const when = (variable: string, ...blocks: readonly Block[]): Block => ({
  ...conditional(variable, blocks),
  parts: blocks
    .flatMap(({ parts }) => parts)
    .map((part) => ({
      ...conditional(variable, [part]),
      content: { ...part.content, when: variable },
    })),
})

function conditional(variable: string, forms: readonly Form[]): Form {
  const text = forms.map(paragraphOf).join('')
  return {
    html: `{{#if ${variable}}}${forms.map(({ html }) => html).join('\n')}{{/if}}`,
    text: text && `{{#if ${variable}}}\n${text}{{/if}}`,
  }
}

/** What it is about, in the HTML; the plain text has the subject. */
export const heading = (html: string, text = ''): Block =>
  single({ kind: 'heading', text: wordsOf(html) }, `<h1>${html}</h1>`, text)

export const paragraph = (html: string, text = textOf(html)): Block =>
  single({ kind: 'paragraph', text: wordsOf(html) }, `<p>${html}</p>`, text)

/** A paragraph in small print. */
export const aside = (html: string, text = textOf(html)): Block =>
  single({ kind: 'note', text: wordsOf(html) }, `<p class="aside">${html}</p>`, text)

const greetingOf = (html: string): Block =>
  single({ kind: 'greeting', text: wordsOf(html) }, `<p>${html}</p>`, textOf(html))

export const greeting = greetingOf('Hi {{first_name}},')

/** A paragraph that the link of the next button continues in the plain text. */
export const leadingTo = (html: string): Block => paragraph(html, textOf(html).replace(/\.$/, ':'))

/** A sentence that may be empty. */
export const sentence = (variable: string): Block => when(variable, paragraph(`{{${variable}}}`))

const quotation = (html: string): Block =>
  single({ kind: 'quote', text: wordsOf(html) }, `<p class="quote">${html}</p>`, textOf(html))

/** What someone wrote. */
export const quoted = (variable: string): Block => quotation(`{{${variable}}}`)

/** What someone may have written. */
export const quote = (variable: string): Block => when(variable, quoted(variable))

const typedLines = (html: string, text = textOf(html)): Block =>
  single({ kind: 'lines', text: wordsOf(html) }, `<p class="lines">${html}</p>`, text)

/** Typed text, line by line. */
export const lines = (variable: string, text = `{{${variable}}}`): Block =>
  typedLines(`{{${variable}}}`, text)

/** A table of what is booked or paid. */
export const ticket = (...rows: readonly Row[]): Block =>
  single(
    { kind: 'table', rows: rows.map(({ content }) => content) },
    `<table class="rows">\n${rows.map(({ html }) => html).join('\n')}\n</table>`,
    rows.map(({ text }) => text).join('\n'),
  )

/** Rows that the values of a message have prepared. */
export const preparedRows = (variable: string, text = `{{${variable}}}`): Row => ({
  content: { variable },
  html: `{{${variable}}}`,
  text,
})

/** Whole parts that the values of a message have prepared. */
export const prepared = (variable: string): Block =>
  single({ kind: 'prepared', variable }, `{{${variable}}}`, `{{${variable}}}`)

/** A list of points. */
export const list = (variable: string): Block =>
  single({ kind: 'list', variable }, `<ul>\n{{${variable}}}\n</ul>`, `{{${variable}}}`)

/** What the reader can do, as links. */
export const links = (variable: string): Block =>
  single({ kind: 'links', variable }, `<p class="links">{{${variable}}}</p>`, `{{${variable}}}`)

/** A variable alone stands at the end of its row; a sentence or an address below what it is named, in the whole width. */
const isShort = /^(<strong>)?\{\{\w+\}\}(<\/strong>)?$/

/** A row of a table: a label, and its value where it has one. */
export const row = ([label = '', value]: readonly string[], text: string): Row => {
  const cells = !value
    ? `<td>${label}</td>`
    : isShort.test(value)
      ? `<td>${label}</td>${amountCell(value)}`
      : `<td colspan="2"><span class="name">${label}</span><br>${value}</td>`
  return {
    content: { label: wordsOf(label), ...(value ? { value: wordsOf(value) } : {}) },
    html: `<tr>${cells}</tr>`,
    text,
  }
}

/** The cell of an amount. */
const amountCell = (html: string): string => `<td class="amount">${html}</td>`

export const amount = (label: string, variable: string): Row =>
  row([label, `{{${variable}}}`], `${label}: {{${variable}}}`)

const totalRow = (label: string, value: string, text: string): Row => ({
  content: { label: wordsOf(label), value: wordsOf(value), total: true },
  html: `<tr class="total"><td><strong>${label}</strong></td>${amountCell(`<strong>${value}</strong>`)}</tr>`,
  text,
})

/** The last row of a table. */
export const total = (label: string, variable: string): Row =>
  totalRow(label, `{{${variable}}}`, `${label}: {{${variable}}}`)

export const button = (url: string, label: string, text = `${textOf(label)}: {{${url}}}`): Block =>
  single(
    { kind: 'button', text: wordsOf(label), url },
    `<p class="action"><a class="button" href="{{${url}}}">${label}</a></p>`,
    text,
  )

/** A personal link, which must work where a button does not: on a line of its own in the plain text. */
export const linkButton = (url: string, label: string): Block => button(url, label, `{{${url}}}`)

/** The link of the button above, to be copied. */
export const linkBelow = (url: string): Block =>
  aside(`If the button doesn’t work, open this link:<br><a href="{{${url}}}">{{${url}}}</a>`, '')

export const questions = aside('Questions? Call us at {{facility.phone}}.')

/**
 * HTML and plain text of a message as an admin has put it together. A block that is the built-in one still has that one's forms;
 * any other is written from its words. The heading is in the plain text too, which may have lost what names the matter.
 */
export const textsOfBlocks = (
  { blocks: builtIn }: Pick<MessageTemplate, 'blocks'>,
  blocks: readonly MailBlock[],
): Pick<MessageTexts, 'html' | 'text'> =>
  joined(
    blocks
      .filter((block) => !block.hidden && !('text' in block && block.text.trim() === ''))
      .map((block) => {
        const own = builtIn.find((each) => isDeepStrictEqual(each.block, block))
        return own && !(block.kind === 'heading' && own.text === '') ? own : written(block)
      }),
  )

function written(block: MailBlock): Form {
  const form = formOf(block)
  return block.when ? conditional(block.when, [form]) : form
}

const byKind = {
  heading: (html: string) => heading(html, textOf(html)),
  paragraph,
  note: aside,
  greeting: greetingOf,
  quote: quotation,
  lines: typedLines,
  prepared,
  list,
  links,
}

function formOf(block: MailBlock): Form {
  if (block.kind === 'button') return button(block.url, htmlOf(block.text))
  if (block.kind === 'table') return ticket(...block.rows.map(rowOf))
  return byKind[block.kind]('text' in block ? htmlOf(block.text) : block.variable)
}

function rowOf(content: Row['content']): Row {
  if ('variable' in content) return preparedRows(content.variable)
  const label = htmlOf(content.label)
  const value = content.value && htmlOf(content.value)
  const text = [label, value ?? '']
    .map(textOf)
    .filter(Boolean)
    .join(label.includes('<br>') ? '\n' : ': ')
  return content.total ? totalRow(label, value ?? '', text) : row([label, value ?? ''], text)
}
