import { expect, test } from 'vitest'
import { linksOf, readPlainText } from './plainText.ts'
import { publicTexts } from './publicTexts.ts'

const plain = (text: string) => [{ text, bold: false }]

test('headings, paragraphs, lists and what stands out are told apart', () => {
  const text = `Before it.

# Rules
Everyone follows these,
children too:
- one
- two goes on
  here
And then.

! Read **this** at {name}.
# Empty`
  expect(readPlainText(text, { name: 'Pine' })).toEqual([
    { title: '', blocks: [{ kind: 'paragraph', pieces: plain('Before it.') }] },
    {
      title: 'Rules',
      blocks: [
        { kind: 'paragraph', pieces: plain('Everyone follows these, children too:') },
        { kind: 'list', entries: [plain('one'), plain('two goes on here And then.')] },
        {
          kind: 'conspicuous',
          pieces: [
            { text: 'Read ', bold: false },
            { text: 'this', bold: true },
            { text: ' at Pine.', bold: false },
          ],
        },
      ],
    },
    { title: 'Empty', blocks: [] },
  ])
})

test('an entry with words, a colon and an address of a site or of this one is a link; nothing else is', () => {
  const hrefs = (text: string) =>
    linksOf(readPlainText(text).flatMap(({ blocks }) => blocks)).map(({ href }) => href)
  expect(hrefs('- Rules: https://a.example/x?y=1#z\n- Book: now: /book-cage\n- Home: /')).toEqual([
    ...['https://a.example/x?y=1#z', '/book-cage', '/'],
  ])
  for (const address of [
    'javascript:x',
    '//a.example',
    '/\\a.example',
    'https://',
    'mailto:a@b.c',
    'a/b',
    '/a b',
    '/a?b',
  ])
    expect(hrefs(`- Words: ${address}`)).toEqual([])
  expect(hrefs('Words: /path')).toEqual([])
})

test('what is not known stays as written, and tags are text', () => {
  expect(readPlainText('{nobody} {toString} <b>x</b>')).toEqual([
    { title: '', blocks: [{ kind: 'paragraph', pieces: plain('{nobody} {toString} <b>x</b>') }] },
  ])
  expect(readPlainText(' \n\n')).toEqual([])
})

test('Dugout’s own terms have the sections of the specification in its order', () => {
  expect(readPlainText(publicTexts.terms.body).map(({ title }) => title)).toEqual([
    'Assumption of risk',
    'Waiver and release',
    'Facility rules',
    'Medical consent',
    'Photo and marketing consent',
    'Governing law',
    'Acknowledgment',
  ])
})
