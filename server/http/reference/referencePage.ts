import { html } from 'hono/html'
import type { Access } from '../../../shared/contract/route.ts'
import { type Field, fieldsOf, type Schema } from './referenceFields.ts'

type Page = ReturnType<typeof html>

/** The parts of the OpenAPI document that the page shows. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags: readonly string[]
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

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const access = {
  public: 'Anyone',
  'signed-in': 'Signed in',
  coach: 'Coaches',
  desk: 'Front desk and admins',
  staff: 'Coaches, front desk and admins',
  admin: 'Admins',
} as const satisfies Record<Access, string>

/**
 * The page that shows the operations of a document, for reading.
 *
 * @param find shows only those in which each of these words occurs; all when empty.
 */
export function referencePage(document: ReferenceDocument, find = ''): Page {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const calls = all.filter((call) => words.every((word) => searched(call).includes(word)))
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')].sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  )
  const name = `${document.info.title} API`
  const title = words.length > 0 ? `${find}: ${name}` : name
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/reference.css">
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>${name}</h1>
<p>${document.info.description}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<search><form action="/api/docs">
<label for="find">Find operations</label>
<input id="find" type="search" name="find" value="${find}" maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false">
<button>Find</button>
</form></search>
<p class="found">${
    words.length > 0
      ? html`${calls.length} of ${all.length} operations with “${find}”. <a href="/api/docs">Show all</a>`
      : html`${all.length} operations`
  }</p>
</header>
<nav aria-label="Operations">${groups.map(([group, ofGroup]) => contentsOf(group, ofGroup, words.length > 0))}</nav>
<main id="operations" tabindex="-1">${
    groups.length > 0
      ? groups.map(([group, ofGroup]) => sectionOf(group, ofGroup))
      : html`<p>No operation has all of these words. Try a part of a path, e.g. <a href="/api/docs?find=bookings">bookings</a>.</p>`
  }</main>
</body>
</html>`
}

const searched = ({ method, path, operation }: Call): string =>
  [method, path, operation.operationId, operation.summary, operation.tags[0], access[operation['x-access']]]
    .join(' ')
    .toLowerCase()

const contentsOf = (name: string, calls: readonly Call[], open: boolean): Page =>
  html`<details${open ? ' open' : ''}><summary>${name} <small>${calls.length}</small></summary>
<ul>
<li><a href="#group-${name}">All of ${name}</a></li>
${calls.map(
  ({ method, operation }) =>
    html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method}</span> ${
      operation.operationId
    }</a></li>`,
)}</ul></details>`

const sectionOf = (name: string, calls: readonly Call[]): Page =>
  html`<section aria-labelledby="group-${name}">
<h2 id="group-${name}">${name}</h2>
${calls.map(articleOf)}
</section>`

function articleOf({ method, path, operation }: Call): Page {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const [done, refusals] = outcomes(responses)
  const given = parameters.flatMap(({ name, in: place, required = false, schema }) =>
    fieldsOf(schema, name, required).map((field) => ({ ...field, place })),
  )
  return html`<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><a href="#${operationId}"><span class="method ${method}">${method}</span> <code>${
    path
  }</code></a></h3>
${summary ? html`<p>${summary}</p>` : ''}
<p class="facts"><span>Operation <code>${operationId}</code></span> <span>Access <strong>${
    access[operation['x-access']]
  }</strong></span></p>
${given.length > 0 ? html`<h4>Parameters</h4><ul class="fields">${given.map(parameterLine)}</ul>` : ''}
${requestBody ? bodyOf('Body', requestBody.content, requestLine) : ''}
${done.map(([status, { content = {} }]) => bodyOf(`Answer ${status}`, content, answerLine))}
<h4>Refusals</h4>
<ul class="refusals">${refusals.map(([status, { description }]) => refusalLines(status, description))}</ul>
</article>`
}

type Outcome = readonly [status: string, answer: Operation['responses'][string]]

/** The one successful answer, and the others. */
function outcomes(responses: Operation['responses']): [Outcome[], Outcome[]] {
  const all = Object.entries(responses)
  const isDone = ([status]: Outcome) => /^[23]/.test(status)
  return [all.filter(isDone), all.filter((outcome) => !isDone(outcome))]
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

/** The document has each code with its sentence in a paragraph of its own: `code`: sentence. */
const refusalLines = (status: string, description: string): Page =>
  html`${description.split('\n\n').map((paragraph) => {
    const [, code, sentence = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? []
    return html`<li><span class="status">${status === 'default' ? '4xx, 5xx' : status}</span> ${
      code ? html`<code>${code}</code> ` : ''
    }${sentence}</li>`
  })}`
