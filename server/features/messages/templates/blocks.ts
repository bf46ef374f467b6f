/**
 * The parts of a built-in message. Each is written once and gives both forms, HTML and plain text, with the same variables
 * and conditions; the plain text says something else only where a link needs other words.
 */

import type { MessageTexts } from './template.ts'

/** One part of a message: Handlebars in both forms; a part without text is in the HTML only. */
export interface Block {
  readonly html: string
  readonly text: string
}

/** The texts of a message, its parts in their order. */
export const message = (subject: string, ...blocks: readonly Block[]): MessageTexts => ({
  subject,
  html: blocks.map(({ html }) => html).join('\n'),
  text: blocks.map(paragraphOf).join('').trim(),
})

/** A condition that ends by itself on its line takes its line break along. */
const paragraphOf = ({ text }: Block): string =>
  text === '' ? '' : `${text}${text.endsWith('\n{{/if}}') ? '\n' : '\n\n'}`

/** Parts that are there only where a variable is not empty. */
export const when = (variable: string, ...blocks: readonly Block[]): Block => {
  const text = blocks.map(paragraphOf).join('')
  return {
    html: `{{#if ${variable}}}${blocks.map(({ html }) => html).join('\n')}{{/if}}`,
    text: text && `{{#if ${variable}}}\n${text}{{/if}}`,
  }
}

/** What it is about, in the HTML; the plain text has the subject. */
export const heading = (html: string, text = ''): Block => ({ html: `<h1>${html}</h1>`, text })

export const paragraph = (html: string, text = textOf(html)): Block => ({ html: `<p>${html}</p>`, text })

/** A paragraph in small print. */
export const aside = (html: string, text = textOf(html)): Block => ({
  html: `<p class="aside">${html}</p>`,
  text,
})

export const greeting = paragraph('Hi {{full_name}},')

/** A paragraph that the link of the next button continues in the plain text. */
export const leadingTo = (html: string): Block => paragraph(html, textOf(html).replace(/\.$/, ':'))

/** A sentence that may be empty. */
export const sentence = (variable: string): Block => when(variable, paragraph(`{{${variable}}}`))

/** What someone wrote. */
export const quoted = (variable: string): Block => ({
  html: `<p class="quote">{{${variable}}}</p>`,
  text: `{{${variable}}}`,
})

/** What someone may have written. */
export const quote = (variable: string): Block => when(variable, quoted(variable))

/** Typed text, line by line. */
export const lines = (variable: string, text = `{{${variable}}}`): Block => ({
  html: `<p class="lines">{{${variable}}}</p>`,
  text,
})

/** A table of what is booked or paid. */
export const ticket = (...rows: readonly Block[]): Block => ({
  html: `<table class="rows">\n${rows.map(({ html }) => html).join('\n')}\n</table>`,
  text: rows.map(({ text }) => text).join('\n'),
})

/** Rows that the values of a message have prepared. */
export const prepared = (variable: string): Block => ({ html: `{{${variable}}}`, text: `{{${variable}}}` })

/** A row of a table by its cells. */
export const row = (cells: readonly string[], text: string): Block => ({
  html: `<tr>${cells.map((cell) => (cell.startsWith('<td') ? cell : `<td>${cell}</td>`)).join('')}</tr>`,
  text,
})

/** The cell of an amount. */
export const amountCell = (html: string): string => `<td class="amount">${html}</td>`

export const amount = (label: string, variable: string): Block =>
  row([label, amountCell(`{{${variable}}}`)], `${label}: {{${variable}}}`)

/** The last row of a table. */
export const total = (label: string, variable: string): Block => ({
  html: `<tr class="total"><td><strong>${label}</strong></td>${amountCell(`<strong>{{${variable}}}</strong>`)}</tr>`,
  text: `${label}: {{${variable}}}`,
})

export const button = (url: string, label: string, text = `${label}: {{${url}}}`): Block => ({
  html: `<p class="action"><a class="button" href="{{${url}}}">${label}</a></p>`,
  text,
})

/** A personal link, which must work where a button does not: on a line of its own in the plain text. */
export const linkButton = (url: string, label: string): Block => button(url, label, `{{${url}}}`)

/** The link of the button above, to be copied. */
export const linkBelow = (url: string): Block =>
  aside(`If the button does not work, open this link:<br><a href="{{${url}}}">{{${url}}}</a>`, '')

export const questions = aside('Questions? Call us at {{facility.phone}}.')

/** The words of HTML in a line; a link is its own words, or its words with its address. */
function textOf(html: string): string {
  return html
    .replace(/(\. )?<a href="([^"]*)">(.*?)<\/a>/g, (_, sentenceBefore = '', href: string, label: string) => {
      const isItsWords = href === label || href === `tel:${label}` || href === `mailto:${label}`
      return `${sentenceBefore && '.\n'}${isItsWords ? label : `${label}: ${href}`}`
    })
    .replaceAll('<br>', '\n')
    .replace(/<\/?strong>/g, '')
}
