import { invalid } from './problem.ts'

/** A value of a form: in Stripe's encoding a text, a list or an object. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }
type Branch = Map<string, Branch | string>

const MOST_VALUES = 500
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Parses Stripe's form encoding: `a[b][0][c]=x`, `a[]=x`.
 *
 * @throws 400 for malformed names, and for a name that is both a value and an object.
 */
export function parseForm(text: string): { [key: string]: FormValue } {
  const root: Branch = new Map()
  const entries = [...new URLSearchParams(text)]
  if (entries.length > MOST_VALUES) throw invalid('The request has too many parameters.')
  for (const [name, value] of entries) put(root, segmentsOf(name), value, name)
  return Object.fromEntries([...root].map(([key, branch]) => [key, formValue(branch)]))
}

function segmentsOf(name: string): string[] {
  const match = NAME.exec(name)
  if (!match) throw invalid(`Invalid parameter name: ${name}`)
  const [, first = '', rest = ''] = match
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner)]
}

function put(branch: Branch, segments: string[], value: string, name: string): void {
  const [segment = '', ...rest] = segments
  const key = segment === '' ? String(branch.size) : segment
  const there = branch.get(key)
  if (rest.length === 0) {
    if (there !== undefined) throw invalid(`Parameter given twice: ${name}`, { param: name })
    branch.set(key, value)
    return
  }
  if (typeof there === 'string') throw invalid(`Parameter is both a value and an object: ${name}`)
  const next = there ?? new Map()
  branch.set(key, next)
  put(next, rest, value, name)
}

function formValue(branch: Branch | string): FormValue {
  if (typeof branch === 'string') return branch
  const values = [...branch].map(([key, inner]) => [key, formValue(inner)] as const)
  const list = values.every(([key], index) => key === String(index))
  return list ? values.map(([, value]) => value) : Object.fromEntries(values)
}
