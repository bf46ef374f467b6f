import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>

/** A page of the sandbox: it says on top that no money moves. */
export const layout = (title: string, body: Page): Page => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Test payments</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<p class="ribbon">Test payments: no money moves</p>
<main>${body}</main>
</body>
</html>`

const STYLE = `
:root{color-scheme:light dark;--ground:#f4f5f1;--card:#fff;--text:#10202f;--quiet:#4d5b68;--line:#d5dbe0;--navy:#12263f;--stitch:#c4212d}
@media (prefers-color-scheme:dark){:root{--ground:#0b1624;--card:#132236;--text:#eef2f6;--quiet:#a9b7c6;--line:#2b3d54;--navy:#5b88b8;--stitch:#d5404a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--text);font:16px/1.5 'Inter Variable',Inter,system-ui,sans-serif}
.ribbon{margin:0;padding:8px 16px;background:#12263f;color:#fff;text-align:center;font-size:14px;font-weight:600}
main{max-width:440px;margin:24px auto;padding:24px;background:var(--card);border:1px solid var(--line);border-top:6px solid var(--stitch);border-radius:12px}
@media (max-width:479px){main{margin:16px;padding:20px}}
h1{margin:0 0 8px;font-size:24px;line-height:1.2;text-wrap:balance}
p{margin:0 0 16px}.quiet{color:var(--quiet);font-size:14px}
.amount{font-size:40px;font-weight:700;line-height:1.1;margin:16px 0;font-variant-numeric:tabular-nums}
dl{margin:16px 0;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:12px}
label{display:grid;gap:4px;font-weight:600}
input{width:100%;min-height:48px;padding:0 12px;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:8px}
.trio{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px}
button,.button{display:block;width:100%;min-height:48px;padding:11px 16px;font:inherit;font-weight:600;text-align:center;text-decoration:none;border-radius:8px;border:2px solid #c4212d;background:#c4212d;color:#fff;cursor:pointer}
button.second,.button.second{background:transparent;border-color:var(--quiet);color:var(--text)}
:focus-visible{outline:3px solid var(--navy);outline-offset:2px}
.error,.done{padding:12px;border-left:4px solid var(--stitch);background:var(--ground);font-weight:600}
.done{border-color:#2f8f5b}
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/**
 * A page's one style by its hash, its own forms, and where the answer of a form may lead.
 *
 * @param leadsTo an address of another page, if there is one.
 */
export const pageHeaders = (leadsTo?: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${leadsTo === undefined ? '' : ` ${new URL(leadsTo).origin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
})
