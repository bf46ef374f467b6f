import { z } from 'zod'
import { invalid, type StripeProblem } from './problem.ts'

// All parameters arrive as text; these schemas check and convert them.

export const text = (most = 5_000) => z.string().min(1).max(most)
export const integer = () =>
  z
    .string()
    .regex(/^-?\d{1,12}$/, 'integer')
    .transform(Number)
export const boolean = () => z.enum(['true', 'false']).transform((value) => value === 'true')
/** A value that an empty text clears: null. */
export const emptyable = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema])
/** Up to 50 keys; an empty value removes its key, an empty text removes all. */
export const metadata = () => emptyable(z.record(z.string().max(40), z.string().max(500)))
/** Parameters of Stripe's that are accepted and ignored. */
export const anything = () => z.unknown()
export const unixTime = () => integer().refine((value) => value >= 0, 'integer')

const address = z.strictObject({
  line1: emptyable(text()).optional(),
  line2: emptyable(text()).optional(),
  city: emptyable(text()).optional(),
  state: emptyable(text()).optional(),
  postal_code: emptyable(text()).optional(),
  country: emptyable(text()).optional(),
})

export const addressParameter = () => address
export const billingDetails = () =>
  z.strictObject({
    name: emptyable(text()).optional(),
    email: emptyable(text()).optional(),
    phone: emptyable(text()).optional(),
    tax_id: emptyable(text()).optional(),
    address: emptyable(address).optional(),
  })

const expand = { expand: z.array(z.string().max(200)).max(20).optional() }
const range = z.strictObject({
  gt: unixTime().optional(),
  gte: unixTime().optional(),
  lt: unixTime().optional(),
  lte: unixTime().optional(),
})

/** The parameters of a call. */
export const parameters = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ ...expand, ...shape })

/** The parameters of a list, with its pages and the filter by time. */
export const listParameters = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject({
    ...expand,
    limit: integer()
      .refine((value) => value >= 1 && value <= 100, 'Limit must be between 1 and 100')
      .optional(),
    starting_after: text().optional(),
    ending_before: text().optional(),
    created: z.union([unixTime(), range]).optional(),
    ...shape,
  })

/**
 * Checks a call's parameters.
 *
 * @throws 400 with Stripe's code for the first unknown, missing or invalid parameter.
 */
export function parseParameters<T extends z.ZodType>(schema: T, values: unknown): z.output<T> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  throw problemOf(parsed.error.issues[0], values)
}

function problemOf(issue: z.core.$ZodIssue | undefined, values: unknown): StripeProblem {
  if (!issue) return invalid('Invalid request.')
  const param = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  }
  const value = valueAt(values, issue.path)
  if (value === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    return invalid(`The parameter ${param} may not be empty.`, { code: 'parameter_invalid_empty', param })
  }
  if (issue.message === 'integer') {
    return invalid(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param })
  }
  if (issue.code === 'custom' && typeof issue.params?.stripeCode === 'string') {
    return invalid(issue.message, { code: issue.params.stripeCode, param })
  }
  if (issue.code === 'invalid_value') {
    return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param })
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param })
}

/** A parameter's path in Stripe's notation: `items[0][price]`. */
const nameOf = ([first, ...rest]: PropertyKey[]): string =>
  String(first ?? '') + rest.map((part) => `[${String(part)}]`).join('')

const valueAt = (values: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key as string) : undefined,
    values,
  )
