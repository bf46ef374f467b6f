import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>

/** A page of the sandbox, with a notice that no money is charged. */
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
<header>Test payments: no money moves</header>
<main>${body}</main>
</body>
</html>`

const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#eef3fa,#070e1b);--card:light-dark(#fff,#0f1b30);--ink:light-dark(#101d33,#e6ebf4);
--soft:light-dark(#4b5b74,#9dabc2);--line:light-dark(#d9e3f2,#2a3b57);--edge:light-dark(#6b7c96,#7f8fa9)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);font:16px/1.5 'Inter Variable',Inter,system-ui,sans-serif}
header{padding:10px 16px;background:#0f2a54;border-bottom:4px solid #cc1f36;color:#fff;text-align:center;font-size:14px;font-weight:600}
main{max-width:440px;margin:32px auto;padding:28px;background:var(--card);border:1px solid var(--line);border-radius:12px}
main>:last-child{margin-bottom:0}
h1{margin:0 0 8px;font-size:26px;line-height:1.2;letter-spacing:-.01em;text-wrap:balance}
p{margin:0 0 16px}
.quiet{color:var(--soft);font-size:14px}
.amount{margin:12px 0 16px;font-size:44px;font-weight:750;line-height:1.1;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
dl{margin:16px 0 20px;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft);white-space:nowrap}
dd{margin:0;text-align:right;font-weight:500;overflow-wrap:anywhere}
form{display:grid;gap:14px}
label{display:grid;gap:6px;font-size:14px;font-weight:600}
input{width:100%;min-height:48px;padding:0 12px;font:inherit;font-size:16px;font-weight:400;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:8px}
input::placeholder{color:var(--soft);opacity:1}
.trio{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px}
button,.button{display:block;width:100%;min-height:48px;padding:10px 16px;font:inherit;font-weight:650;text-align:center;text-decoration:none;
border:2px solid #cc1f36;border-radius:8px;background:#cc1f36;color:#fff;cursor:pointer}
button:hover{background:#ad1a2e;border-color:#ad1a2e}
button.second,.button.second{background:transparent;border-color:var(--edge);color:var(--ink)}
button.second:hover,.button.second:hover{background:var(--ground)}
:focus-visible{outline:3px solid #5c84bd;outline-offset:2px}
.error,.done{padding:12px 14px;border-left:4px solid #cc1f36;border-radius:0 8px 8px 0;background:var(--ground);font-weight:600}
.done{border-color:#2f8f5b}
@media (max-width:479px){main{margin:16px;padding:20px}.amount{font-size:40px}}
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/**
 * The policy of a page: its style by hash, its forms, and the target of a form's redirect.
 *
 * @param leadsTo the URL of the redirect, if there is one.
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
