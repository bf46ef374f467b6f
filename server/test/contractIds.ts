import { z } from 'zod'
import type { Route } from '../../shared/contract/route.ts'

const idName = /(^|[._])(id|file|token|secret|signature)$|[a-z](Id|Ids\[\])$/

/**
 * The path of every field of an operation's input that is an id, or a secret in place of one: 'id',
 * 'bookingDetails[].cageId'. Derived from the contract, so that a new one cannot be forgotten.
 */
export function idFieldsOf(route: Route): string[] {
  const parts = [route.params, route.query, route.body, route.form].filter((part) => part !== undefined)
  const fields = parts.flatMap((part) =>
    textsOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), '')
      .filter(({ path, format }) => format === 'uuid' || idName.test(path))
      .map(({ path }) => path),
  )
  return [...new Set(fields)]
}

type Part = z.core.JSONSchema._JSONSchema | undefined

function textsOf(schema: Part, path: string): { path: string; format: string | undefined }[] {
  if (typeof schema !== 'object') return []
  const { type, format, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  const own = type === 'string' ? [{ path, format }] : []
  const alternatives = [...anyOf, ...oneOf, ...allOf].flatMap((part) => textsOf(part, path))
  const elements = [items].flat().flatMap((part) => textsOf(part, `${path}[]`))
  const members = Object.entries(properties).flatMap(([name, part]) =>
    textsOf(part, path === '' ? name : `${path}.${name}`),
  )
  return [...own, ...alternatives, ...elements, ...members]
}
