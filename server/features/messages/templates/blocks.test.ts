import { describe, expect, test } from 'vitest'
import type { MailBlock } from '../../../../shared/contract/messages/mailBlocks.ts'
import { templateGroups } from '../../../../shared/domain/messages/templateNames.ts'
import { tagWords, variableWords } from '../../../../shared/domain/messages/variableWords.ts'
import { facility } from '../../../test/outbox.ts'
import { blockProblems, problemsOf } from '../editing/templateRules.ts'
import { valuesOf, variablesOf } from '../editing/templateVariables.ts'
import { renderMessage } from '../render.ts'
import { builtInTemplates } from '../templates.ts'
import { textsOfBlocks } from './blocks.ts'
import type { MessageTemplate } from './template.ts'

const sender = { facility, siteUrl: 'https://cages.test' }
const confirmed = builtInTemplates['booking-confirmed']
const nothingBuiltIn = { blocks: [] }
const blocksOf = ({ blocks }: MessageTemplate) => blocks.map(({ block }) => block)
const paragraph = (text: string, more: object = {}): MailBlock => ({
  id: 'p',
  kind: 'paragraph',
  text,
  ...more,
})
const written = (...blocks: MailBlock[]) => textsOfBlocks(nothingBuiltIn, blocks)

/** HTML and text of a message with these values, spaces and the look of cells apart. */
function rendered(kind: MessageTemplate, texts: { html: string; text: string }, values: object) {
  const filled = { ...kind, values: () => ({ ...valuesOf(kind, kind.sample), ...values }) }
  const { html, text } = renderMessage(filled, kind.sample, sender, {
    texts: { subject: 's', ...texts },
  })
  const inner = html.slice(html.indexOf('<div class="body">'))
  return [inner.replace(/<\/?td(?: class="amount")?>/g, ''), text].map((part) => part.replace(/\s+/g, ' '))
}

describe.each(Object.entries(builtInTemplates))('the blocks of %s', (key, kind: MessageTemplate) => {
  const empty = Object.fromEntries(Object.keys(valuesOf(kind, kind.sample)).map((name) => [name, '']))

  test('say what the message says, whatever its variables are', () => {
    const own = textsOfBlocks(kind, blocksOf(kind))
    const rewritten = textsOfBlocks(nothingBuiltIn, blocksOf(kind))
    for (const values of [{}, empty]) {
      const [html, text] = rendered(kind, kind, values)
      expect(rendered(kind, rewritten, values)[0]).toBe(html)
      const [ownHtml, ownText] = rendered(kind, own, values)
      expect(ownHtml).toBe(html)
      expect(ownText).toContain(text)
    }
  })

  test('keep the rules, as they are and rewritten', () => {
    expect(blockProblems(kind, blocksOf(kind))).toEqual([])
    for (const builtIn of [kind, nothingBuiltIn])
      expect(problemsOf(kind, { subject: 's', ...textsOfBlocks(builtIn, blocksOf(kind)) })).toEqual([])
  })

  test('have words for every variable, no two alike, and a group for the message', () => {
    const words = variablesOf(kind).map(variableWords)
    expect(new Set(words).size).toBe(words.length)
    expect(words.join()).not.toMatch(/[_.{]|\burl\b/i)
    expect(templateGroups.filter(({ keys }) => keys.includes(key))).toHaveLength(1)
  })
})

test('each group names only messages that exist', () => {
  expect(templateGroups.flatMap(({ keys }) => keys).sort()).toEqual(Object.keys(builtInTemplates).sort())
})

test('what is typed is text: only bold, links and line breaks are more', () => {
  expect(
    written(paragraph('<img src=x onerror=a> & "b"\n**Bold** [our rules](https://x.test/a?b=1&c=2)')),
  ).toEqual({
    html: '<p>&lt;img src=x onerror=a&gt; &amp; &quot;b&quot;<br><strong>Bold</strong> <a href="https://x.test/a?b=1&amp;c=2">our rules</a></p>',
    text: '<img src=x onerror=a> & "b"\nBold our rules: https://x.test/a?b=1&c=2',
  })
})

test.each([
  '[press](javascript:alert(1))',
  '[press](data:text/html,x)',
  '[press](//evil.test)',
  '[press](https://evil.test/?{{reset_url}})',
  '[press]({{full_name}})',
])('%s is no link', (text) => {
  expect(written(paragraph(text)).html).not.toMatch(/href|<a/)
})

test('a link cannot leave its attribute', () => {
  expect(written(paragraph('[press](https://x.test/"onclick="a)')).html).toBe(
    '<p><a href="https://x.test/&quot;onclick=&quot;a">press</a></p>',
  )
})

test('a link may lead to a variable, a phone or an address', () => {
  expect(written(paragraph('[a]({{facility.map_url}}) [b](tel:{{phone}}) [c](mailto:x@y.test)')).html).toBe(
    '<p><a href="{{facility.map_url}}">a</a> <a href="tel:{{phone}}">b</a> <a href="mailto:x@y.test">c</a></p>',
  )
})

test('blocks go out in their order, without what is hidden or empty; an unchanged one has its own plain text', () => {
  const texts = builtInTemplates['reset-password']
  const [title, hello, , , linkBelow] = blocksOf(texts)
  if (!title || !hello || !linkBelow) throw new Error('no blocks')
  const { html, text } = textsOfBlocks(texts, [
    paragraph('First {{first_name}}'),
    { ...hello, hidden: true },
    paragraph(' '),
    title,
    linkBelow,
  ])

  expect(html).toMatch(
    /^<p>First \{\{first_name\}\}<\/p>\n<h1>Choose a new password<\/h1>\n<p class="aside">If/,
  )
  // The plain text has the link above already.
  expect(text).toBe('First {{first_name}}\n\nChoose a new password')
})

test('a block that depends on a variable is left out where that is empty', () => {
  const texts = {
    subject: 's',
    ...written(paragraph('{{sessions}}'), paragraph('Note: {{note}}', { when: 'note' })),
  }
  const of = (note: string) => renderMessage(confirmed, { ...confirmed.sample, note }, sender, { texts }).text

  expect(of('Side door')).toContain('Note: Side door')
  expect(of('')).not.toContain('Note')
})

test('rows of a table are rewritten, with their amounts', () => {
  const rows = [
    { label: 'Coach & cage', value: '{{total}}' },
    { label: 'Paid', value: '{{total}}', total: true as const },
  ]
  const { html, text } = written({ id: 't', kind: 'table', rows: [{ variable: 'sessions' }, ...rows] })

  expect(html).toContain(
    '<tr><td>Coach &amp; cage</td><td class="amount">{{total}}</td></tr>\n<tr class="total">',
  )
  expect(text).toBe('{{sessions}}\nCoach & cage: {{total}}\nPaid: {{total}}')
})

test.each([
  ['an unknown variable', paragraph('Hi {{nobody}}'), '{{nobody}} is not a variable of this message.'],
  ['three braces', paragraph('{{{full_name}}}'), 'use two braces, not three, and no &.'],
  [
    'a condition without its end',
    paragraph('{{#if note}}x'),
    'A condition has lost its beginning or its end.',
  ],
  ['an end without its condition', paragraph('x{{/if}}'), 'A condition has lost its beginning or its end.'],
  ['another condition', paragraph('x', { when: 'nobody' }), '{{nobody}} is not a variable of this message.'],
  [
    'a condition with more in it',
    paragraph('x', { when: 'note}}{{x' }),
    '{{note}}{{x}} is not a variable of this message.',
  ],
  [
    'a hidden mistake',
    paragraph('{{nobody}}', { hidden: true }),
    '{{nobody}} is not a variable of this message.',
  ],
  ['a silent button', { id: 'p', kind: 'button', text: ' ', url: 'site_url' }, 'This button says nothing.'],
  [
    'a button that leads nowhere',
    { id: 'p', kind: 'button', text: 'Go', url: 'note' },
    'This button leads nowhere.',
  ],
  [
    'a prepared part of another message',
    { id: 'p', kind: 'list', variable: 'news' },
    '{{news}} is not a variable of this message.',
  ],
  [
    'a label',
    { id: 'p', kind: 'table', rows: [{ label: '{{nobody}}' }] },
    '{{nobody}} is not a variable of this message.',
  ],
  [
    'a row',
    { id: 'p', kind: 'table', rows: [{ variable: 'nobody' }] },
    '{{nobody}} is not a variable of this message.',
  ],
] as [string, MailBlock, string][])('%s is found in its block', (_what, block, message) => {
  expect(blockProblems(confirmed, [paragraph('{{sessions}}', { id: 'fine' }), block])).toMatchObject([
    { field: 'blocks', block: 'p', message },
  ])
})

test('what stands in braces is said in words', () => {
  expect(
    [
      '{{first_name}}',
      '{{#if note}}',
      '{{#unless cage_name}}',
      '{{else}}',
      '{{/if}}',
      '{{facility.phone}}',
      '{{> x}}',
    ].map(tagWords),
  ).toEqual([
    'First name',
    'if there is: Note from the front desk',
    'if there is no: Cage',
    'otherwise',
    'end',
    'Facility phone',
    null,
  ])
})

test('the first name is the first word of the name', () => {
  const texts = { subject: '{{first_name}}', html: '{{sessions}}', text: '{{sessions}}' }
  const subject = (full_name: string) =>
    renderMessage(confirmed, { ...confirmed.sample, full_name }, sender, { texts }).subject

  expect([subject('Jo Slugger'), subject(' Ana María  López '), subject('Cher')]).toEqual([
    'Jo',
    'Ana',
    'Cher',
  ])
})
