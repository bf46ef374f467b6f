import { dehydrate, type Query, QueryClient, skipToken } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import type { PageRenderer } from '../shared/contract/pageRenderer.ts'
import { writeDatesIn } from '../shared/domain/time/timeFormat.ts'
import { openTimesQuery } from './api/queries/cages.ts'
import { facilityQuery } from './api/queries/facility.ts'
import { createQueryClient } from './api/queryClient.ts'
import { queryKeys } from './api/queryKeys.ts'
import { transport } from './api/transport.ts'
import type { PageData } from './app.tsx'
import { boot } from './boot.ts'
import { Root } from './root.tsx'
import { createAppRouter } from './router.tsx'

export const answerReadsBy: PageRenderer['answerReadsBy'] = (answer) =>
  Object.assign(transport, {
    isNetwork: false,
    send: async (input: string) => {
      const { status, body } = await answer(input)
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    },
  })

export const bootScript: PageRenderer['bootScript'] = (entry, files) =>
  `(${boot.toString()})(${JSON.stringify(entry)},${JSON.stringify(files)})`

export const render: PageRenderer['render'] = async (url, { now, large }) => {
  const queryClient = createQueryClient()
  try {
    const router = createAppRouter(queryClient, {
      history: createMemoryHistory({ initialEntries: [url] }),
      now,
    })
    await router.load()
    const { matches } = router.state
    if (matches.length === 0 || matches.some(({ status }) => status !== 'success')) return null
    await settled(queryClient)
    const queryCache = queryClient.getQueryCache()
    if (queryCache.getAll().some(({ state }) => state.status === 'error')) return null
    writeDatesIn(queryClient.getQueryData(facilityQuery.queryKey)?.date_language)
    const first = { at: now.toISOString(), large }
    const html = await complete(<Root router={router} queryClient={queryClient} first={first} />)
    const queries = queryCache.getAll()
    refuseUnnamed(queries)
    const { without, rules, styles } = withoutStyleAttributes(html)
    return {
      html: without,
      rules,
      data: { first, queries: dehydrate(queryClient), styles } satisfies PageData,
      routeIds: matches.map(({ routeId }) => routeId),
      madeOf: madeOf(queryClient),
    }
  } finally {
    queryClient.clear()
  }
}

/**
 * The HTML with all that is loaded lazily. Where all of it is there already, which is so but for the first time, the text is
 * made at once: React's stream takes twice as long for the same.
 */
async function complete(app: ReactElement): Promise<string> {
  const html = renderToString(app)
  return html.includes(MISSING_PART) ? streamed(app) : html
}

/** Begins a part that React left to the browser: it was not loaded yet, or failed. Texts have no `<`. */
const MISSING_PART = '<!--$!-->'

/** Waits for what is still loaded. React goes on after an error, with a part that only a browser can draw. */
async function streamed(app: ReactElement): Promise<string> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(app, {
    // Larger boundaries would come in parts, with scripts that put them in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  })
  await stream.allReady
  const html = await new Response(stream).text()
  if (errors.length > 0) throw errors[0]
  return html
}

/** The parts of the keys of all answers; of the free times on coming days also which days they are. */
function madeOf(queryClient: QueryClient): string[] {
  const keys = queryClient.getQueryCache().getAll()
  const counted = queryClient.getQueryData(openTimesQuery.queryKey)?.days ?? []
  return [
    ...keys.flatMap(({ queryKey }) => queryKey.flatMap(stringsOf)),
    ...counted.map(({ date }) => `${queryKeys.openTimes[0]} ${date}`),
  ]
}

/** Of a part of a key: itself, or what else was asked. */
const stringsOf = (part: unknown): string[] =>
  Object.values(Object(part) === part ? (part as object) : [part]).filter((each) => typeof each === 'string')

const matcher = createAppRouter(new QueryClient(), { history: createMemoryHistory(), now: new Date(0) })

export const pageUrl: PageRenderer['pageUrl'] = (path, search) => {
  const [matchedRoutes, , foundRoute] = matcher.getMatchedRoutes(path)
  if (!foundRoute?.options.staticData?.isPublic) return null
  const asked = matcher.options.parseSearch(search)
  const read = {}
  for (const { options } of matchedRoutes) {
    if (typeof options.validateSearch === 'function') Object.assign(read, options.validateSearch(asked))
  }
  // As the router writes it: without what a route leaves out, which it would redirect away.
  return matcher.buildLocation({ to: path, search: read }).href
}

/**
 * A component that asks for what its route's loader does not name would be rendered as loading. What is of one visitor is
 * asked for only in the browser: the queries below `me`, and those whose `meta` says so.
 */
function refuseUnnamed(queries: readonly Query[]): void {
  const unnamed = queries.filter(
    ({ state, options, queryKey }) =>
      state.data === undefined &&
      options.queryFn !== skipToken &&
      // An option of the observer, which the cache keeps with the query.
      !('enabled' in options && options.enabled === false) &&
      !options.meta?.inBrowserAlone &&
      queryKey[0] !== queryKeys.me[0],
  )
  if (unnamed.length === 0) return
  throw new Error(`The loader does not name ${unnamed.map(({ queryKey }) => queryKey.join('/')).join(', ')}`)
}

/** Loaders name what a page shows and wait for nothing. Here all is waited for, also what one answer asks for next. */
async function settled(queryClient: QueryClient): Promise<void> {
  for (;;) {
    const pending = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })
    if (pending.length === 0) return
    await Promise.allSettled(pending.map((query) => query.promise))
    await new Promise((next) => setTimeout(next))
  }
}

const entities: Readonly<Record<string, string>> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' }

/** React escapes quotes in texts and values, so ` style="` stands for an attribute only. */
function withoutStyleAttributes(html: string): { without: string; rules: string; styles: string[] } {
  const styles: string[] = []
  const without = html.replace(/ style="([^"]*)"/g, (_, escaped: string) => {
    const value = escaped.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => entities[name] ?? '')
    if (!styles.includes(value)) styles.push(value)
    return ` data-s="${styles.indexOf(value)}"`
  })
  const rules = styles.map((value, index) => `[data-s="${index}"]{${value.replaceAll('<', '\\3c ')}}`)
  return { without, rules: rules.join(''), styles }
}
