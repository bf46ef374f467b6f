import type { MessageTemplate, Prepared, TemplateValues } from '../templates/template.ts'

/** Variables of every message, besides its own. */
const OF_EVERY_MESSAGE = [
  'facility.name',
  'facility.address',
  'facility.phone',
  'facility.email',
  'facility.map_url',
  'facility.parking',
  'facility.what_to_bring',
  'site_url',
] as const

/** The variables of a message filled from its data. Who has a name also has a first name. */
export function valuesOf(kind: MessageTemplate, data: object): TemplateValues {
  const values = kind.values ? kind.values(data) : (data as TemplateValues)
  const { full_name: name } = values
  return typeof name === 'string' ? { first_name: name.trim().split(/\s+/)[0] ?? '', ...values } : values
}

/** All variables that the texts of this kind of message may contain. */
export const variablesOf = (kind: MessageTemplate): string[] => [
  ...Object.keys(valuesOf(kind, kind.sample)),
  ...OF_EVERY_MESSAGE,
  ...(kind.marketing ? ['unsubscribe_url'] : []),
]

/** An example of each of the message's own variables, as text. */
export const sampleTexts = (kind: MessageTemplate): Record<string, string> =>
  Object.fromEntries(
    Object.entries(valuesOf(kind, kind.sample)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.text,
    ]),
  )

/** An HTML part that is a whole document gets no layout around it. */
export const isWholeDocument = (html: string): boolean => /<html[\s>]/i.test(html)

/** Lines of a table or list, joined: one value with an HTML and a text form. */
export const preparedLines = (lines: readonly Prepared[]): Prepared => ({
  html: lines.map(({ html }) => html).join('\n'),
  text: lines.map(({ text }) => text).join('\n'),
})
