import type { DataTag, InfiniteData, QueryKey } from '@tanstack/react-query'
import { type AnswerOf, call, type InputOf, type Operation, requestOf } from './call.ts'

/** What only reads: every GET, and the previews that take more than an address can hold. */
export type Read = Extract<Operation, `GET ${string}` | `POST ${string}/preview`>

/** The input as an argument that can be left out where nothing is required. */
type InputArgument<Name extends Operation> =
  object extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]

/** The options of a query for `useQuery`, `fetchQuery` and the loaders. Named, so that declarations stay short. */
export interface ReadQuery<Answer> {
  readonly queryKey: DataTag<QueryKey, Answer, Error>
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

/**
 * The query of one operation: `useQuery(read('GET /api/admin/coaches/:id', { id }))`. What else a query is told stands
 * beside it: `{ ...read('GET /api/coaches'), staleTime: 5 * minuteMs, meta: { public: true } }`.
 */
export const read = <Name extends Read>(
  name: Name,
  ...input: InputArgument<Name>
): ReadQuery<AnswerOf<Name>> => ({
  queryKey: keyOf(name, ...input) as ReadQuery<AnswerOf<Name>>['queryKey'],
  queryFn: ({ signal }) => call(name, (input[0] ?? {}) as InputOf<Name>, { signal }),
})

/** The options of a list that is read page by page, for `useInfiniteQuery`. */
export interface PagesQuery<Answer> {
  readonly queryKey: DataTag<QueryKey, InfiniteData<Answer, string>, Error>
  readonly queryFn: (context: { signal: AbortSignal; pageParam: string }) => Promise<Answer>
  readonly initialPageParam: string
  readonly getNextPageParam: (page: Answer) => string | null
}

/** A list of one operation, page by page, by the cursor that each page hands over. */
export const readPages = <Name extends Read>(
  name: Name,
  ...input: InputArgument<Name>
): PagesQuery<AnswerOf<Name>> => ({
  queryKey: [...keyOf(name, ...input), 'pages'] as unknown as PagesQuery<AnswerOf<Name>>['queryKey'],
  queryFn: ({ signal, pageParam }) =>
    call(name, { ...(input[0] as object), ...(pageParam && { cursor: pageParam }) } as InputOf<Name>, {
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => (page as { cursor: string | null }).cursor,
})

/**
 * The key of a read: what its path says, then what else was asked. `['staff', 'coaches', id, 'future-lessons', {}]` is
 * below `['staff', 'coaches']`, and `['staff', 'camps', {}]` is every page of that list and nothing else.
 */
export function keyOf(name: Read, input?: unknown): readonly unknown[] {
  const { address, rest } = requestOf(name, input)
  const [area = '', ...parts] = address.slice('/api/'.length).split('/').map(decodeURIComponent)
  const root = roots[area] ?? [area]
  return [...root, ...parts, rest]
}

/** Areas that only staff read. */
const roots: Readonly<Record<string, readonly string[]>> = {
  admin: ['staff'],
  coach: ['staff', 'portal'],
  customers: ['staff', 'customers'],
}
