import { html } from 'hono/html'
import type { Access } from '../../../shared/contract/route.ts'
import { type Field, fieldsOf, type Schema } from './referenceFields.ts'
import { groupOf, type ReferenceGroup, referenceGroups } from './referenceGroups.ts'

/** A request that a test has sent, and the server's answer to it. */
export interface Example {
  readonly operationId: string
  readonly method: string
  /** With its values and query. */
  readonly path: string
  readonly signedIn: boolean
  readonly body: unknown
  readonly answer: unknown
}

type Page = ReturnType<typeof html>

/** The parts of the OpenAPI document that the pages show. */
export interface ReferenceDocument {
  readonly info: { readonly title: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly 'x-access': keyof typeof access
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Call extends Operation {
  readonly method: string
  readonly path: string
  readonly group: ReferenceGroup | undefined
}

/** In the order in which a page shows them. */
const access = {
  public: 'Anyone',
  'signed-in': 'Signed in',
  coach: 'Coaches',
  desk: 'Front desk and admins',
  staff: 'Coaches, front desk and admins',
  admin: 'Admins',
} as const satisfies Record<Access, string>

/** Codes that the introduction explains once; an operation only names them. */
const everywhere = new Set([
  ...['invalid_input', 'internal', 'unavailable', 'unauthenticated', 'forbidden', 'second_factor_due'],
  ...['origin_refused', 'idempotency_key_reused', 'body_too_large', 'unsupported_media_type'],
])

/** What all pages are made of. */
export interface Reference {
  readonly name: string
  readonly site: string
  readonly calls: readonly Call[]
  readonly examples: readonly Example[]
}

/** Reads an OpenAPI document for its pages. */
export const referenceOf = (
  { info, servers, paths }: ReferenceDocument,
  examples: readonly Example[],
): Reference => ({
  name: `${info.title} API`,
  site: servers[0]?.url ?? '',
  calls: Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      group: groupOf(path),
    })),
  ),
  examples,
})

const addressOf = ({ operationId, group }: Call): string => `/api/docs/${group?.slug}#${operationId}`

/** What a newcomer reads first: signing in, a first request, errors, and the groups. */
export function introduction(reference: Reference): Page {
  const { site, calls, examples } = reference
  const common = new Map(
    calls.flatMap(({ responses }) => refusalsOf(responses)).map((each) => [each.code, each]),
  )
  const firstOf = (id: string) => examples.filter(({ operationId }) => operationId === id)
  return frame(reference, {
    main: html`<h2 id="introduction">Introduction</h2>
<p>All that the pages of this facility do goes through this API: ${calls.length} operations over HTTP, with JSON in and out. The calls of customers need no key.</p>
<p>Amounts are dollars with two decimals. Instants are ISO 8601 in UTC; dates and wall times are those of the facility. For programs there is <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2 id="first-request">A first request</h2>
<p>The cages and their prices, for anyone:</p>
${firstOf('list-cages').map((example) => exampleOf(example, site))}
<h2 id="signing-in">Signing in</h2>
<p>Signing in sets a cookie; keep it in a file and send it with what follows. Staff who have set up two-step sign-in are asked for a code as well, and grave operations, such as refunds and roles, ask for a password again after ten minutes.</p>
<pre tabindex="0"><code>curl -c cookies.txt ${site}/api/auth/sign-in/email \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"jamie@example.com","password":"…"}'</code></pre>
<p>Book an hour in a cage as the person who is signed in. The total is what the person was shown: it is compared, and when it differs nothing is booked.</p>
${firstOf('create-booking').map((example) => exampleOf(example, site))}
<h2 id="repeating">Repeating a change</h2>
<p>Send an <code>Idempotency-Key</code> of 8 to 128 letters and digits with a change. The same request with the same key is done once and answered alike for 24 hours, so it may be sent again when no answer came.</p>
<h2 id="errors">Errors</h2>
<p>What is refused changes nothing. The answer has a code to branch on, a sentence to show and, where it helps, details: <code>{"code":"slots_taken","message":"…","details":{…}}</code>. Each operation lists its own codes. Nearly every one may answer with these:</p>
<ul class="refusals">${[...everywhere].flatMap((code) => common.get(code) ?? []).map(refusalLine)}</ul>
<h2 id="groups-of-operations">Groups</h2>
<ul class="cards">${referenceGroups.map(
      (group) => html`<li><a href="/api/docs/${group.slug}">${group.title}</a>
<small>${calls.filter((call) => call.group === group).length} operations</small><br>${group.text}</li>`,
    )}</ul>`,
  })
}

/** The operations of a group; those that anyone may call come first. */
export function groupPage(reference: Reference, group: ReferenceGroup): Page {
  const { site, examples } = reference
  const order = Object.keys(access)
  const rank = (call: Call) => order.indexOf(call['x-access'])
  const calls = reference.calls.filter((call) => call.group === group).toSorted((a, b) => rank(a) - rank(b))
  return frame(reference, {
    title: group.title,
    group,
    main: html`<h2>${group.title}</h2>
<p>${group.text}</p>
<ul class="contents">${calls.map(lineOf)}</ul>
${calls.map((call) =>
  articleOf(
    call,
    examples
      .filter(({ operationId }) => operationId === call.operationId)
      .map((each) => exampleOf(each, site)),
  ),
)}`,
  })
}

/** The operations in which each of these words occurs. */
export function foundPage(reference: Reference, find: string): Page {
  const all = reference.calls
  const words = find.toLowerCase().split(/\s+/)
  const found = all.filter((call) => words.every((word) => searched(call).includes(word)))
  return frame(reference, {
    title: find,
    find,
    main: html`<h2>Found</h2>
<p>${found.length} of ${all.length} operations with “${find}”. <a href="/api/docs">Back to the introduction</a></p>
${
  found.length > 0
    ? html`<ul class="contents">${found.map(lineOf)}</ul>`
    : html`<p>No operation has all of these words. Try a part of a path, e.g. <a href="/api/docs?find=bookings">bookings</a>.</p>`
}`,
  })
}

const searched = (call: Call): string =>
  [call.method, call.path, call.operationId, call.summary, call.group?.title, access[call['x-access']]]
    .join(' ')
    .toLowerCase()

function frame(
  { name }: Reference,
  {
    main,
    title = '',
    find = '',
    group,
  }: { main: Page; title?: string; find?: string; group?: ReferenceGroup },
): Page {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title ? `${title}: ${name}` : name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1><a href="/api/docs">${name}</a></h1>
<search><form action="/api/docs">
<label for="find">Find operations</label>
<input id="find" type="search" name="find" value="${find}" maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false">
<button>Find</button>
</form></search>
<a class="to-groups" href="#groups">All groups</a>
</header>
<div class="columns">
<main id="content" tabindex="-1">${main}</main>
<nav id="groups" aria-label="Groups"><ul>
<li><a href="/api/docs"${title ? '' : html` aria-current="page"`}>Introduction</a></li>
${referenceGroups.map(
  (each) =>
    html`<li><a href="/api/docs/${each.slug}"${each === group ? html` aria-current="page"` : ''}>${each.title}</a></li>`,
)}</ul></nav>
</div>
</body>
</html>`
}

const methodOf = ({ method }: { method: string }): Page =>
  html`<span class="method ${method}">${method}</span>`

const lineOf = (call: Call): Page =>
  html`<li><a href="${addressOf(call)}">${call.summary ?? call.operationId}</a> <small>${methodOf(call)} <code>${
    call.path
  }</code></small></li>`

function articleOf(call: Call, examples: readonly Page[]): Page {
  const { operationId, path, summary, parameters = [], requestBody, responses } = call
  const given = parameters.flatMap(({ name, in: place, required = false, schema }) =>
    fieldsOf(schema, name, required).map((field) => ({ ...field, place })),
  )
  const done = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  const refusals = refusalsOf(responses)
  const own = refusals.filter(({ code }) => !everywhere.has(code))
  const common = refusals.filter(({ code }) => everywhere.has(code))
  return html`<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><a href="#${operationId}">${summary ?? operationId}</a></h3>
<p class="address">${methodOf(call)} <code>${path}</code></p>
<p class="facts"><span>Operation <code>${operationId}</code></span> <span>Access <strong>${
    access[call['x-access']]
  }</strong></span></p>
${examples.length > 0 ? html`<h4>Example</h4>${examples}` : ''}
${given.length > 0 ? html`<h4>Parameters</h4><ul class="fields">${given.map(parameterLine)}</ul>` : ''}
${requestBody ? bodyOf('Body', requestBody.content, requestLine) : ''}
${done.map(([status, { content = {} }]) => bodyOf(`Answer ${status}`, content, answerLine))}
<h4>Refusals</h4>
${own.length > 0 ? html`<ul class="refusals">${own.map(refusalLine)}</ul>` : ''}
${
  common.length > 0
    ? html`<p class="common"><a href="/api/docs#errors">As everywhere</a>: ${common.map(
        ({ code }) => html`<code>${code}</code> `,
      )}</p>`
    : ''
}
</article>`
}

/** A request as curl sends it, and what came back when a test sent it. */
function exampleOf({ method, path, signedIn, body, answer }: Example, site: string): Page {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${signedIn ? '-b cookies.txt ' : ''}'${site}${path}'`,
    ...(method === 'GET' ? [] : ["-H 'Idempotency-Key: one-for-each-change'"]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ]
  return html`<pre tabindex="0"><code>${lines.join(' \\\n  ')}</code></pre>
<pre tabindex="0"><code>${JSON.stringify(answer, null, 2)}</code></pre>`
}

const bodyOf = (name: string, content: Content, line: (field: Field) => Page): Page =>
  html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<h4>${name} <small>${type}</small></h4><ul class="fields">${fieldsOf(schema).map((field) => line(field))}</ul>`,
  )}`

const requestLine = (field: Field): Page => fieldLine(field, field.required ? 'required' : '')
const answerLine = (field: Field): Page => fieldLine(field, field.required === false ? 'not always' : '')
const parameterLine = (field: Field & { place: string }): Page =>
  fieldLine({ ...field, type: `${field.type} in ${field.place}` }, field.required ? 'required' : '')

const fieldLine = ({ path, type, limits, description }: Field, presence: string): Page =>
  html`<li>${path ? html`<code>${path}</code> ` : ''}<span class="type">${type}</span>${
    presence ? html` <span class="presence">${presence}</span>` : ''
  }${limits.length > 0 ? html` <span class="limits">${limits.join(', ')}</span>` : ''}${
    description ? html`<br>${description}` : ''
  }</li>`

interface RefusalText {
  readonly status: string
  readonly code: string
  readonly sentence: string
}

/** The document has each code with its sentence in a paragraph of its own: `code`: sentence. */
const refusalsOf = (responses: Operation['responses']): RefusalText[] =>
  Object.entries(responses)
    .filter(([status]) => !/^[23]/.test(status))
    .flatMap(([status, { description }]) =>
      description.split('\n\n').map((paragraph) => {
        const [, code = '', sentence = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? []
        return { status: status === 'default' ? '4xx, 5xx' : status, code, sentence }
      }),
    )

const refusalLine = ({ status, code, sentence }: RefusalText): Page =>
  html`<li><span class="status">${status}</span> ${code ? html`<code>${code}</code> ` : ''}${sentence}</li>`
