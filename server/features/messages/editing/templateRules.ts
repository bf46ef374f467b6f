import Handlebars from 'handlebars'
import type { TemplateProblems } from '../../../../shared/contract/messages/emailTemplates.ts'
import type { MailBlock } from '../../../../shared/contract/messages/mailBlocks.ts'
import { misplacedCondition, misplacedLinks } from '../personalLinks.ts'
import type { MessageTemplate, MessageTexts } from '../templates/template.ts'
import { isWholeDocument, variablesOf } from './templateVariables.ts'

const DEEPEST = 20
/** The parser's time grows faster than linearly with nested blocks: thousands of them would block the server. */
const MAX_TAGS = 300
const BLOCKS = new Set(['if', 'unless'])

/**
 * Why these texts cannot be saved or sent as this kind of message; empty when they can. A text may contain variables of
 * the message, `if`, `else` and `unless`: no helper, no partial, no unescaped value, no other data. The subject
 * is one line, and both parts contain the required variables.
 */
export function problemsOf(kind: MessageTemplate, texts: MessageTexts): TemplateProblems {
  const allowed = new Set(variablesOf(kind))
  const subject = readPart(texts.subject, allowed)
  const html = readPart(texts.html, allowed)
  const text = readPart(texts.text, allowed)
  const needed = kind.marketing && isWholeDocument(texts.html) ? ['unsubscribe_url'] : []
  return [
    ...subjectProblems(texts.subject),
    ...at('subject_template', [...subject.problems, ...linksIn(kind, subject)]),
    ...at('html_template', [
      ...html.problems,
      ...linkProblems(kind, texts.html, 'html'),
      ...missing(html, texts.html, [...kind.required, ...needed]),
    ]),
    ...at('text_template', [
      ...text.problems,
      ...linkProblems(kind, texts.text, 'text'),
      ...missing(text, texts.text, kind.required),
    ]),
  ]
}

/**
 * What is wrong within the blocks of a message, each by its id. A condition begins and ends in the same text, so that no block
 * reaches into another one.
 */
export function blockProblems(kind: MessageTemplate, blocks: readonly MailBlock[]): TemplateProblems {
  const allowed = new Set(variablesOf(kind))
  return blocks.flatMap((block) =>
    [
      ...wordsIn(block).flatMap((words) => readPart(words, allowed).problems.map(inWords)),
      ...variablesIn(block)
        .filter((name) => !allowed.has(name))
        .map((name) => ({ message: `{{${name}}} is not a variable of this message.`, name })),
      ...(block.kind === 'button' ? buttonProblems(block) : []),
    ].map((problem) => ({ field: 'blocks', block: block.id, ...problem })),
  )
}

const wordsIn = (block: MailBlock): string[] => {
  if ('text' in block) return [block.text]
  if (block.kind !== 'table') return []
  return block.rows.flatMap((row) => ('variable' in row ? [] : [row.label, row.value ?? '']))
}

const variablesIn = (block: MailBlock): string[] => [
  ...(block.when === undefined ? [] : [block.when]),
  ...('variable' in block ? [block.variable] : []),
  ...(block.kind === 'button' ? [block.url] : []),
  ...(block.kind === 'table' ? block.rows.flatMap((row) => ('variable' in row ? [row.variable] : [])) : []),
]

const buttonProblems = ({ text, url }: Extract<MailBlock, { kind: 'button' }>): { message: string }[] => [
  ...(text.trim() === '' ? [{ message: 'This button says nothing.' }] : []),
  ...(url.endsWith('_url') ? [] : [{ message: 'This button leads nowhere.' }]),
]

/** A problem without its line; the editor of blocks shows no braces. */
const inWords = ({ message, name }: Found) => ({
  message: message.endsWith(BRACES)
    ? 'A condition has lost its beginning or its end.'
    : message.replace(/^Line \d+: /, ''),
  ...(name === undefined ? {} : { name }),
})

const BRACES = 'the braces do not fit together.'

type Problem = TemplateProblems[number]
type Found = Omit<Problem, 'field'>

interface Reading {
  readonly problems: Found[]
  readonly used: Set<string>
}

const at = (field: Problem['field'], problems: readonly Found[]): TemplateProblems =>
  problems.map((problem) => ({ field, ...problem }))

function subjectProblems(subject: string): TemplateProblems {
  if (subject.trim() === '') return [{ field: 'subject_template', message: 'The subject is empty.' }]
  if (/[\p{Cc}\u2028\u2029]/u.test(subject))
    return [{ field: 'subject_template', message: 'The subject must be one line.' }]
  return []
}

/** Subjects are shown on locked phones and in the delivery log: a link with access to an account cannot be in one. */
function linksIn(kind: MessageTemplate, { used }: Reading): Found[] {
  if (!kind.secret) return []
  return [...used]
    .filter((name) => name.endsWith('_url') && name !== 'site_url' && !name.startsWith('facility.'))
    .map((name) => ({
      message: `{{${name}}} is a personal link and cannot be in the subject.`,
      line: 1,
      name,
    }))
}

/** A link with access to an account is only for its receiver. */
function linkProblems(kind: MessageTemplate, source: string, part: 'html' | 'text'): Found[] {
  if (!kind.secret) return []
  const links = misplacedLinks(source, part).map(({ index, name }) => ({
    index,
    name,
    message: `{{${name}}} is a personal link: use it by itself or as href="{{${name}}}", inside no other address.`,
  }))
  const condition = part === 'html' ? misplacedCondition(source) : null
  const conditions =
    condition === null
      ? []
      : [{ index: condition, message: 'a condition cannot be inside a tag of this message.' }]
  // The one joins what is before and after; the other is read differently by different mail programs.
  const joined = /\{\{~|~\}\}|<!--/.exec(source)
  const joins = joined
    ? [{ index: joined.index, message: 'this message has personal links: use no ~ and no comment.' }]
    : []
  return [...links, ...conditions, ...joins].map(({ index, message, ...found }) => {
    const lines = source.slice(0, index).split('\n')
    return {
      ...found,
      message: `Line ${lines.length}: ${message}`,
      line: lines.length,
      column: (lines.at(-1)?.length ?? 0) + 1,
    }
  })
}

function missing({ problems, used }: Reading, source: string, required: readonly string[]): Found[] {
  if (source.trim() === '') return [{ message: 'This part is empty.' }]
  if (problems.length > 0) return []
  return required
    .filter((name) => !used.has(name))
    .map((name) => ({ message: `{{${name}}} must be mentioned.`, name }))
}

function readPart(source: string, allowed: ReadonlySet<string>): Reading {
  const reading: Reading = { problems: [], used: new Set() }
  try {
    if (source.split('{{').length - 1 > MAX_TAGS) throw new Error(`More than ${MAX_TAGS} tags in braces.`)
    readProgram(Handlebars.parse(source), allowed, reading, 0)
  } catch (error) {
    reading.problems.push(parserProblem(error))
  }
  return reading
}

/** A problem at a place of the text. */
function report(reading: Reading, { loc }: hbs.AST.Node, message: string, name?: string): void {
  const { line, column } = loc.start
  reading.problems.push({
    message: `Line ${line}: ${message}`,
    line,
    column: column + 1,
    ...(name === undefined ? {} : { name }),
  })
}

function readProgram(
  program: hbs.AST.Program,
  allowed: ReadonlySet<string>,
  reading: Reading,
  depth: number,
): void {
  if (depth > DEEPEST) throw new Error('Conditions are nested too deeply.')
  if (program.blockParams?.length) reading.problems.push({ message: '{{#… as |…|}} cannot be used.' })
  for (const node of program.body) readNode(node, allowed, reading, depth)
}

function readNode(
  node: hbs.AST.Statement,
  allowed: ReadonlySet<string>,
  reading: Reading,
  depth: number,
): void {
  if (node.type === 'MustacheStatement') {
    readVariable(node as hbs.AST.MustacheStatement, allowed, reading)
  } else if (node.type === 'BlockStatement') {
    readBlock(node as hbs.AST.BlockStatement, allowed, reading, depth)
  } else if (node.type !== 'ContentStatement') {
    report(reading, node, 'only variables, if, else and unless can be used.')
  }
}

function readVariable(node: hbs.AST.MustacheStatement, allowed: ReadonlySet<string>, reading: Reading): void {
  if (!node.escaped) report(reading, node, 'use two braces, not three, and no &.')
  else if (node.params.length > 0 || node.hash?.pairs.length)
    report(reading, node, 'only variables, if, else and unless can be used.')
  else readPath(node.path, allowed, reading)
}

function readBlock(
  node: hbs.AST.BlockStatement,
  allowed: ReadonlySet<string>,
  reading: Reading,
  depth: number,
): void {
  const [condition] = node.params
  const plain = node.params.length === 1 && !node.hash?.pairs.length
  if (!BLOCKS.has(node.path.original) || !plain || !condition)
    report(reading, node, 'only {{#if variable}} and {{#unless variable}} can be used.')
  else readPath(condition, allowed, reading)
  if (node.program) readProgram(node.program, allowed, reading, depth + 1)
  if (node.inverse) readProgram(node.inverse, allowed, reading, depth + 1)
}

/** A path must be exactly the variable's name: no `this.`, `../../`, `@root` or brackets. */
function readPath(node: hbs.AST.Expression, allowed: ReadonlySet<string>, reading: Reading): void {
  const { original, loc } = node as hbs.AST.PathExpression
  // The parser drops brackets.
  const isAsWritten = loc.end.column - loc.start.column === String(original).length
  if (node.type === 'PathExpression' && isAsWritten && allowed.has(original))
    return void reading.used.add(original)
  const name = String(original).slice(0, 60)
  report(reading, node, `{{${name}}} is not a variable of this message.`, name)
}

/** Keeps only the line number of the parser's message; the rest lists its tokens. */
function parserProblem(error: unknown): Found {
  const [first = ''] = (error instanceof Error ? error.message : '').split('\n')
  const line = /^Parse error on line (\d+)/.exec(first)?.[1]
  return line
    ? { message: `Line ${line}: ${BRACES}`, line: Number(line) }
    : { message: first.slice(0, 200) || 'This cannot be read.' }
}
