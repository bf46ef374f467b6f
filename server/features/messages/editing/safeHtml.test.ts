import { expect, test } from 'vitest'
import { hostile } from './hostileHtml.fixture.ts'
import { cleaned, safeHtml } from './safeHtml.ts'

test.each(hostile)('of %s nothing is left, and its author is told', (html, told) => {
  const { html: safe, removed } = cleaned(`<p>Before</p>${html}<p>After</p>`)

  expect(removed).toContain(told)
  expect(safe).toMatch(/<p>Before<\/p>[\s\S]*<p>After<\/p>/)
  expect(safe).not.toMatch(
    /script|\son\w+=|url\(|expression|@import|data:|<form|<meta|<svg|<iframe|<base|<!--|evil\.test/i,
  )
  expect(cleaned(safe)).toEqual({ html: safe, removed: [] })
})

test.each([
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{facility.name}}</title></head><body bgcolor="#fff">Hi</body></html>',
  '<style>@media (max-width: 480px) { .a { color: red } }</style><p class="a">x</p>',
  '<p style="color: rgb(204, 31, 54); font-weight: 700">{{#if note}}<b>{{note}}</b>{{else}}&nbsp;{{/if}}</p>',
  '<table class="rows" width="100%" cellpadding=0><tr><td align=right>{{total}}</table>',
  '<img src="{{site_url}}/logo.png" alt="" width=80> <a href="{{facility.map_url}}" target="_blank">Map</a>',
  `<a href="tel:{{facility.phone}}">call</a> <a href='mailto:x@y.test'>write</a> "it's" 2 < 3`,
])('%s is kept as it was written', (html) => {
  expect(cleaned(html)).toEqual({ html, removed: [] })
})

test('a value cannot make an address run something', () => {
  expect(safeHtml('<a href="javascript:alert(1)">{{x}}</a>')).toBe('<a>{{x}}</a>')
})

test('a hundred thousand signs take no second, whatever they are', () => {
  const many = (part: string) => part.repeat(Math.floor(100_000 / part.length))
  for (const html of [
    '<b>',
    '<p style="color:red">',
    '<svg>',
    '<noscript>',
    '<!--',
    '<a href="javascript:x">',
    '&',
    '<p ',
  ].map(many)) {
    // Of the processor, not of the clock: other tests run beside this one.
    const start = process.cpuUsage()
    cleaned(html)
    expect(process.cpuUsage(start).user, html.slice(0, 20)).toBeLessThan(2_000_000)
  }
})
