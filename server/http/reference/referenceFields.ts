/** A JSON Schema as the OpenAPI document writes it, as far as this contract uses it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly example?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** One value of a request or an answer, and where it stands. */
export interface Field {
  /** Such as `bookings[].start_time`; empty for the value as a whole. */
  readonly path: string
  /** Such as `string (uuid) or null`. */
  readonly type: string
  /** Null where it does not apply: elements of lists, and the value as a whole. */
  readonly required: boolean | null
  /** Each limit in words, such as `at most 64`. */
  readonly limits: readonly string[]
  readonly description: string
}

/** Every value of a schema, an object before its fields; a value without a type is left out. */
export function fieldsOf(schema: Schema, path = '', required: boolean | null = null): Field[] {
  const own: Field = {
    path,
    type: typeOf(schema),
    required,
    limits: limitsOf(schema),
    description: schema.description ?? '',
  }
  const isPlainWhole = path === '' && schema.properties !== undefined && !schema.description
  return isPlainWhole ? inside(schema, path) : [own, ...inside(schema, path)]
}

function inside(schema: Schema, path: string): Field[] {
  const { properties = {}, required = [], items, additionalProperties } = schema
  const named = Object.entries(properties).flatMap(([name, value]) =>
    fieldsOf(value, path === '' ? name : `${path}.${name}`, required.includes(name)),
  )
  const more = typeof additionalProperties === 'object' ? [[additionalProperties, `${path}.*`] as const] : []
  const elements = [...more, ...(items ? [[items, `${path}[]`] as const] : [])]
  return [
    ...named,
    ...elements.flatMap(([value, at]) => (hasFields(value) ? fieldsOf(value, at).slice(1) : [])),
    ...variants(schema).flatMap((variant) => inside(variant, path)),
  ]
}

/** Whether the field has more than a type, which the list has already shown. */
const hasFields = (schema: Schema): boolean =>
  schema.properties !== undefined || schema.items !== undefined || variants(schema).length > 0

const variants = ({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
]

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = variants(schema)
  if (parts.length > 0) return [...new Set(parts.map(typeOf))].join(' or ')
  const { type = 'any value', format, items, additionalProperties } = schema
  const names = (typeof type === 'string' ? [type] : type).map((name) => {
    if (name === 'array' && items) return `list of ${typeOf(items)}`
    if (name === 'object' && typeof additionalProperties === 'object')
      return `object of ${typeOf(additionalProperties)}`
    return format && name !== 'null' ? `${name} (${format})` : name
  })
  return names.join(' or ')
}

function limitsOf(schema: Schema): string[] {
  const told: readonly (readonly [string, unknown])[] = [
    ['from %', schema.minimum],
    ['up to %', schema.maximum],
    ['at least % characters', schema.minLength],
    ['at most % characters', schema.maxLength],
    ['at least % entries', schema.minItems],
    ['at most % entries', schema.maxItems],
    ['pattern %', schema.pattern],
    ['default %', schema.default],
    ['example %', schema.example],
  ]
  const own = told.flatMap(([words, value]) =>
    value === undefined ? [] : [words.replace('%', () => plain(value))],
  )
  const unlisted = variants(schema).flatMap((variant) => (variant.properties ? [] : limitsOf(variant)))
  return [...new Set([...own, ...unlisted])]
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
