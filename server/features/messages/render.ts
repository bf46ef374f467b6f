import Handlebars from 'handlebars'
import { LRUCache } from 'lru-cache'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { ownColor } from '../../../shared/domain/facility/brandColor.ts'
import { addressLine, shownName } from '../../../shared/domain/facility/facilityText.ts'
import { safeHtml } from './editing/safeHtml.ts'
import { problemsOf } from './editing/templateRules.ts'
import { isWholeDocument, valuesOf } from './editing/templateVariables.ts'
import { htmlLayout, textLayout } from './layout.ts'
import { maskedData } from './maskedData.ts'
import type { MessageTemplate, MessageTexts, TemplateValues } from './templates/template.ts'

export interface RenderedMessage {
  /** One line, at most 200 characters. */
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Variables of every message, besides its own data. */
export interface Sender {
  /** The sender of all mail, where the mail server wants a certain one; answers then go to the facility. */
  readonly from?: string | null
  readonly facility: Pick<
    Facility,
    | 'name'
    | 'street_address'
    | 'city'
    | 'state'
    | 'postal_code'
    | 'phone'
    | 'email'
    | 'time_zone'
    | 'maps_url'
    | 'parking'
    | 'what_to_bring'
    | 'brand_color'
    | 'logo'
  >
  readonly siteUrl: string
}

const MAX_SUBJECT = 200

/**
 * Renders a message. Values are escaped in the HTML part and cannot break the subject's line. An HTML part that
 * is a whole document gets no layout. What the facility has edited is sent without scripts, handlers and forms, whatever is stored.
 *
 * @param more.texts the facility's texts, instead of the built-in ones.
 * @param more.unsubscribeUrl for marketing mail: the target of the link in its footer.
 * @throws when the texts break the rules of templateRules.ts.
 */
export function renderMessage(
  kind: MessageTemplate,
  data: object,
  sender: Sender,
  more: { texts?: MessageTexts | undefined; unsubscribeUrl?: string | undefined } = {},
): RenderedMessage {
  const texts = more.texts ?? kind
  refuseInvalid(kind, texts)
  const own = valuesOf(kind, data)
  const frame = {
    facility: facilityValues(sender.facility),
    site_url: sender.siteUrl,
    // Only if given: one message has a variable of this name among its own data.
    ...(more.unsubscribeUrl ? { unsubscribe_url: more.unsubscribeUrl } : {}),
  }
  const inText = { ...valuesFor('text', own), ...frame }
  const subject = oneLine(plain(texts.subject)(inText)) || shownName(sender.facility.name)
  const filled = escaped(texts.html)({ ...valuesFor('html', own), ...frame })
  // A value can be the address of a link.
  const html = more.texts ? safeHtml(filled) : filled
  const text = plain(texts.text)(inText).trim()
  return {
    subject,
    html: isWholeDocument(texts.html)
      ? html
      : escaped(htmlLayout)({ ...frame, ...lookOf(sender.facility), subject, body: html }),
    text: plain(textLayout)({ ...frame, body: text }),
  }
}

/**
 * The subject that staff see of a message, personal links masked; of one whose data were erased, or written by another version, as
 * far as it is known. Null where this version has no such template.
 */
export function subjectOf(
  kind: MessageTemplate | null,
  data: object,
  sender: Sender,
  edited: MessageTexts | undefined,
): string | null {
  if (!kind) return null
  const subject = (edited ?? kind).subject
  const isErased = Object.keys(data).length === 0
  if (isErased && /\{\{(?!\s*(?:facility\.|site_url))/.test(subject)) return kind.description
  const values = {
    ...knownValues(kind, maskedData(kind, data)),
    facility: facilityValues(sender.facility),
    site_url: sender.siteUrl,
  }
  return oneLine(plain(subject)(values)) || shownName(sender.facility.name)
}

function knownValues(kind: MessageTemplate, data: object): Record<string, unknown> {
  try {
    return valuesFor('text', valuesOf(kind, data))
  } catch {
    return { ...data }
  }
}

/** Of the logo's picture in a mail, in pixels. */
const LOGO = { width: 160, height: 40 }

/** The color of buttons and edges, and the logo for the dark head, as large as it is shown. */
function lookOf({ brand_color, logo }: Sender['facility']) {
  const scale = logo && Math.min(1, LOGO.width / logo.dark.width, LOGO.height / logo.dark.height)
  return {
    color: brand_color ?? ownColor,
    ...(logo &&
      scale && {
        logo: {
          src: logo.dark.src,
          width: Math.round(logo.dark.width * scale),
          height: Math.round(logo.dark.height * scale),
        },
      }),
  }
}

const facilityValues = (facility: Sender['facility']) => ({
  name: shownName(facility.name),
  address: addressLine(facility),
  phone: facility.phone,
  email: facility.email,
  map_url: facility.maps_url,
  parking: facility.parking ?? '',
  what_to_bring: facility.what_to_bring ?? '',
})

const valuesFor = (part: 'html' | 'text', values: TemplateValues) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [name, value]
      return [name, part === 'html' ? new Handlebars.SafeString(value.html) : value.text]
    }),
  )

function refuseInvalid(kind: MessageTemplate, texts: MessageTexts): void {
  const known = approved.get(kind) ?? new WeakSet()
  if (known.has(texts)) return
  const [problem] = problemsOf(kind, texts)
  if (problem) throw new Error(`${problem.field}: ${problem.message}`)
  approved.set(kind, known.add(texts))
}

/** Texts that have passed the rules, by kind of message. */
const approved = new WeakMap<MessageTemplate, WeakSet<MessageTexts>>()

/** A line break in a header would allow header injection. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT)

// Compiling takes longer than rendering, and there are few edited texts.
const compiled = new LRUCache<string, Handlebars.TemplateDelegate>({ max: 200 })

const escaped = (source: string) => compile(source, false)
const plain = (source: string) => compile(source, true)

function compile(source: string, noEscape: boolean): Handlebars.TemplateDelegate {
  const key = `${noEscape ? 'plain' : 'escaped'}:${source}`
  const kept = compiled.get(key)
  if (kept) return kept
  const template = Handlebars.compile(source, {
    noEscape,
    knownHelpers: { if: true, unless: true },
    knownHelpersOnly: true,
  })
  compiled.set(key, template)
  return template
}
