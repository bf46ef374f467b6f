import { html, raw } from 'hono/html'
import type { StoredMail, StoredMailLine } from '../../../integrations/mail/developmentMailbox.ts'

type Page = ReturnType<typeof html>

/** What a page needs besides its mail. */
export interface Frame {
  readonly nonce: string
  /** An instant in facility time. */
  readonly time: (instant: Date) => string
}

/** The newest mails; `to` is the address of the filter, if any. */
export function mailListPage(mails: readonly StoredMailLine[], to: string | null, frame: Frame): Page {
  const lines = mails.map(
    (mail) => html`<li>
      <a class="mail" href="/dev/mailbox/${mail.id}">
        <span class="subject">${mail.subject}</span>
        <span class="to">To ${mail.to_email}</span>
        <time datetime="${mail.received_at.toISOString()}">${frame.time(mail.received_at)}</time>
      </a>
    </li>`,
  )
  const about = to
    ? html`<p>Only mail to <strong>${to}</strong>. <a href="/dev/mailbox">Show all</a></p>`
    : html`<p>Mail that this Dugout would have sent, newest first. Nothing here has left this machine.</p>`
  const empty = html`<p class="empty">No mail yet. Create an account or book a cage, then
    <a href="/dev/mailbox">look again</a>.</p>`
  return page(
    'Mailbox',
    frame,
    html`<div class="title"><h1>Mailbox</h1><a class="again" href="">Refresh</a></div>
      ${about}
      ${lines.length > 0 ? html`<ol class="mails">${lines}</ol>` : empty}`,
  )
}

/** One mail: its HTML part, and its plain text with links. */
export function mailPage(mail: StoredMail, frame: Frame): Page {
  return page(
    mail.subject,
    frame,
    html`<p><a href="/dev/mailbox">All mail</a></p>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt><dd>${mail.from_email}</dd>
        <dt>To</dt><dd><a href="/dev/mailbox?to=${encodeURIComponent(mail.to_email)}">${mail.to_email}</a></dd>
        <dt>Sent</dt><dd>${frame.time(mail.received_at)}</dd>
        ${attachmentLinks(mail)}
      </dl>
      <iframe title="The mail as it looks" src="/dev/mailbox/${mail.id}/html" sandbox="${SANDBOX}"></iframe>
      <h2>Plain text</h2>
      <pre tabindex="0" role="region" aria-label="Plain text">${linked(mail.body_text)}</pre>`,
  )
}

const attachmentLinks = ({ id, attachments }: StoredMail): Page[] =>
  attachments.map(
    ({ filename }, index) =>
      html`<dt>Attached</dt><dd><a href="/dev/mailbox/${id}/attachments/${index}">${filename}</a></dd>`,
  )

/** The page for a mail that is not in the development mailbox any more. */
export const mailMissingPage = (frame: Frame): Page =>
  page(
    'Not here',
    frame,
    html`<h1>This mail is not here</h1>
      <p>Only the newest thousand are kept. <a href="/dev/mailbox">All mail</a></p>`,
  )

/** Links in the mail may navigate the tab when clicked; no script runs, and the frame has an opaque origin. */
export const SANDBOX = 'allow-top-navigation-by-user-activation allow-popups'

const linked = (text: string): (string | Page)[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))

const page = (title: string, { nonce }: Frame, body: Page): Page => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Dugout mailbox</title>
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<header><a href="/dev/mailbox">Dugout <span>mailbox</span></a><a href="/">Open the site</a></header>
<main>${body}</main>
</body>
</html>`

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#eef3fa, #070e1b); --card: light-dark(#fff, #0f1b30);
  --ink: light-dark(#101d33, #e6ebf4); --soft: light-dark(#4b5b74, #9dabc2); --line: light-dark(#d9e3f2, #2a3b57);
  --link: light-dark(#173a6e, #b3c6e3); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; padding: 14px 20px;
  background: #0f2a54; border-bottom: 4px solid #cc1f36; font-weight: 700; }
header a { color: #fff; text-decoration: none; padding: 6px 0; }
header span { font-weight: 400; opacity: .85; }
main { max-width: 760px; margin: 0 auto; padding: 24px 20px 48px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 18px; }
p { margin: 8px 0 16px; color: var(--soft); }
a { color: var(--link); }
:focus-visible { outline: 3px solid #5c84bd; outline-offset: 2px; }
.title { display: flex; justify-content: space-between; align-items: center; gap: 16px; }
.again { padding: 10px 18px; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
  font-weight: 600; text-decoration: none; }
.mails { margin: 0; padding: 0; list-style: none; overflow: hidden; border: 1px solid var(--line); border-radius: 12px;
  background: var(--card); }
.mails li + li { border-top: 1px solid var(--line); }
.mail { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 14px 18px; color: inherit;
  text-decoration: none; }
.mail:hover { background: var(--ground); }
.mail:focus-visible { outline-offset: -3px; }
.subject { grid-column: 1 / -1; font-weight: 650; overflow-wrap: anywhere; }
.to, time { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.empty { padding: 40px 20px; border: 1px dashed var(--line); border-radius: 12px; text-align: center; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 12px 0 20px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: min(640px, 75vh); border: 1px solid var(--line); border-radius: 12px;
  background: var(--ground); }
pre { margin: 0; padding: 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--card);
  font: 14px/1.55 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 480px) { main { padding: 20px 14px 40px; } .mail { grid-template-columns: 1fr; padding: 12px 14px; } }
`
