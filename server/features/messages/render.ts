import Handlebars from 'handlebars'
import { LRUCache } from 'lru-cache'
import type { Facility } from '../../../shared/contract/facility.ts'
import { htmlLayout, textLayout } from './layout.ts'
import type { MessageTemplate } from './templates/template.ts'

export interface RenderedMessage {
  /** One line, at most 200 characters. */
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** What every message may mention beside its own data. */
export interface Sender {
  readonly facility: Pick<
    Facility,
    'name' | 'street_address' | 'city' | 'state' | 'postal_code' | 'phone' | 'email'
  >
  readonly siteUrl: string
}

const MOST_SUBJECT = 200

/**
 * Fills a template in. Values are escaped in the HTML part and cannot break the subject's line. An HTML part that
 * is a whole document of its own gets no layout.
 *
 * @throws when the template is not valid Handlebars.
 */
export function renderMessage(template: MessageTemplate, data: object, sender: Sender): RenderedMessage {
  const values = { ...data, facility: facilityValues(sender.facility), site_url: sender.siteUrl }
  const subject = oneLine(plain(template.subject)(values)) || sender.facility.name
  const html = escaped(template.html)(values)
  const wholeDocument = /<html[\s>]/i.test(template.html)
  return {
    subject,
    html: wholeDocument ? html : escaped(htmlLayout)({ ...values, subject, body: html }),
    text: plain(textLayout)({ ...values, body: plain(template.text)(values).trim() }),
  }
}

const facilityValues = (facility: Sender['facility']) => ({
  name: facility.name,
  address: `${facility.street_address}, ${facility.city}, ${facility.state} ${facility.postal_code}`,
  phone: facility.phone,
  email: facility.email,
})

/** A line break in a header would let its writer add headers of their own. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MOST_SUBJECT)

// Compiling takes longer than filling in; edited texts are few.
const compiled = new LRUCache<string, Handlebars.TemplateDelegate>({ max: 100 })

const escaped = (source: string) => compile(source, false)
const plain = (source: string) => compile(source, true)

function compile(source: string, noEscape: boolean): Handlebars.TemplateDelegate {
  const key = `${noEscape ? 'plain' : 'escaped'}:${source}`
  const kept = compiled.get(key)
  if (kept) return kept
  const template = Handlebars.compile(source, { noEscape })
  compiled.set(key, template)
  return template
}
