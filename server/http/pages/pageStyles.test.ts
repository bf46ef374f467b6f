import { expect, test } from 'vitest'
import { parseStyles, stylesFor } from './pageStyles.ts'

const kept = (html: string, css: string, rules = '') => stylesFor(html, parseStyles(css), rules)

test('a page gets the rules whose classes it has', () => {
  const html = '<div class="a b"><p class="c">x</p></div>'
  expect(kept(html, '.a{color:red}.d{color:blue}.a .d{top:0}')).toBe('.a{color:red}')
  expect(kept(html, '.a.b,.d{color:red}')).toBe('.a.b,.d{color:red}')
  expect(kept(html, 'p{margin:0}[data-open]{top:0}')).toBe('p{margin:0}[data-open]{top:0}')
})

test('what is unclear is kept: classes within brackets, and states', () => {
  const html = '<div class="a"></div>'
  const unclear =
    '.a:not(.d){top:0}.a:is(.d,.e){top:0}:where([data-x],.d) .a{top:0}.a:hover{top:0}.a[data-d]:before{content:"}"}'
  expect(kept(html, unclear)).toBe(unclear)
})

test('at-rules keep what their rules keep; fonts and statements stay', () => {
  const html = '<div class="a"></div>'
  expect(kept(html, '@media (width<75em){.a{top:0}.d{top:0}}@layer x{.d{top:0}}')).toBe(
    '@media (width<75em){.a{top:0}}',
  )
  const always = '@layer x,y;@font-face{font-family:F;src:url(f.woff2)}@keyframes k{0%{top:0}to{top:1px}}'
  expect(kept(html, always)).toBe(always)
})

test('the root has the variables that the page uses, with those that they are made of', () => {
  const css =
    ':root{--a:1px;--b:var(--a);--c:2px;--d:3px;color-scheme:light}:root[data-scheme=dark]{--b:4px;--c:5px}.a{top:var(--b)}'
  expect(kept('<div class="a"></div>', css)).toBe(
    ':root{--a:1px;--b:var(--a);color-scheme:light}:root[data-scheme=dark]{--b:4px}.a{top:var(--b)}',
  )
  expect(kept('<svg stroke="var(--d)"></svg>', css, '[data-s="0"]{top:var(--c)}')).toBe(
    ':root{--c:2px;--d:3px;color-scheme:light}:root[data-scheme=dark]{--c:5px}',
  )
})

test('a root within an at-rule uses variables too', () => {
  const css = ':root{--a:light;--b:1px}@layer x{:root,:host{color-scheme:var(--a)}}'
  expect(kept('<p>x</p>', css)).toBe(':root{--a:light}@layer x{:root,:host{color-scheme:var(--a)}}')
})
