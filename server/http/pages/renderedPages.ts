import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import type { AnswerRead, PageRenderer, RenderedPage } from '../../../shared/contract/pageRenderer.ts'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import { inTime } from '../inTime.ts'
import { createPageChanges, type Made } from './pageChanges.ts'
import { gaps, type KeptPage } from './pageDocument.ts'
import { type PageFiles, readPageFiles } from './pageFiles.ts'
import { scriptJson } from './pageHead.ts'
import { stylesFor } from './pageStyles.ts'

/** A page that takes longer is left to the browser. */
const LONGEST_RENDER_MS = 2_000
/** What is asked for beyond these is left to the browser: many new addresses must not hold up everything else. */
const MOST_AT_ONCE = 8
/** Twelve pages, for two sizes of screen, and the most asked days of Book Cage. */
const MOST_KEPT = 80
/** The least time between the beginnings of two renderings of one page: who asks in between waits for the second. */
const SPACING_MS = 250
/** How long a page may be behind in what it tells beside its subject: how much is free on other days. */
const LONGEST_BEHIND_MS = 5_000

/** The public pages as HTML. Null where the browser has to draw the page itself. */
export interface RenderedPages {
  find(path: string, search: string, userAgent: string): Promise<KeptPage | null>
}

interface Kept {
  readonly page: KeptPage | null
  readonly made: Made
  readonly begunAt: number
}

/** The requests of a page's loaders are answered by the application that renders it, of which a test has several. */
const answering = new AsyncLocalStorage<AnswerRead>()

/**
 * Renders public pages as a stranger sees them and keeps them, by address and size of screen, for the minute or until
 * something that they show has changed. The caller's cookie is never read, so what is kept can hold nothing private.
 * However many bookings are made, one page is rendered four times a second at most, and never sent without a change of its
 * subject that was heard before it was asked for (decision 059).
 *
 * @param directory of the web app's build; the renderer's stands beside it.
 * @param answer answers the pages' reads in this process.
 */
export function createRenderedPages(context: Context, directory: string, answer: AnswerRead): RenderedPages {
  const { changes, clock, config, log } = context
  const entry = join(directory, '../renderer/server.js')
  const load = async (): Promise<{ renderer: PageRenderer; files: PageFiles }> => {
    const renderer: PageRenderer = await import(pathToFileURL(entry).href)
    renderer.answerReadsBy((path) => {
      const answer = answering.getStore()
      if (!answer) throw new Error(`A page asked for ${path} outside of its rendering`)
      return answer(path)
    })
    return { renderer, files: readPageFiles(directory) }
  }
  const isBuilt = existsSync(entry)
  if (!isBuilt && config.production) log.warn('dist/renderer is missing: browsers draw every page themselves')
  let loading: ReturnType<typeof load> | undefined
  const parts = () => {
    loading ??= load()
    return loading
  }

  let underWay = 0
  /** Counts until it is really over, also where nobody waits any more. */
  const counted = async <Result>(work: Promise<Result>): Promise<Result> => {
    underWay += 1
    try {
      return await work
    } finally {
      underWay -= 1
    }
  }

  const news = createPageChanges(changes)
  const isOver = ({ page, made, begunAt }: Kept) =>
    page === null ||
    news.hasNewSubject(made) ||
    (clock.now().getTime() - begunAt >= LONGEST_BEHIND_MS && news.hasNewAside(made))
  const justBegun = new LRUCache<string, true>({ max: 2 * MOST_KEPT, ttl: SPACING_MS })
  const cache = new NotifiedCache<Kept>(changes, {
    max: MOST_KEPT,
    ttl: minuteMs,
    isOver,
    load: async (key) => {
      const [size, , url = ''] = key.split(' ')
      const now = clock.now()
      const after = news.heard
      justBegun.set(key, true)
      const render = async () => {
        const { renderer } = await parts()
        return renderer.render(url, { now, large: size === 'large' })
      }
      const rendered = await answering.run(answer, () => inTime(counted(render()), LONGEST_RENDER_MS))
      const made = { of: rendered?.madeOf ?? [], after }
      const page = rendered && pageOf(url, rendered, await parts())
      return { page, made, begunAt: now.getTime() }
    },
  })

  /** Renderings that are under way or wait until they may begin, by key: one for all who ask. */
  const coming = new Map<string, Promise<Kept | null>>()
  const rendering = (key: string): Promise<Kept | null> => {
    const next = coming.get(key)
    if (next) return next
    const begin = async () => {
      const wait = justBegun.getRemainingTTL(key)
      if (wait > 0) await delay(wait)
      return underWay < MOST_AT_ONCE ? cache.get(key) : null
    }
    const begun = begin().finally(() => coming.delete(key))
    coming.set(key, begun)
    return begun
  }

  return {
    async find(path, search, userAgent) {
      if (!isBuilt) return null
      try {
        const { renderer } = await parts()
        const url = renderer.pageUrl(path, search)
        if (url === null) return null
        const minute = Math.floor(clock.now().getTime() / minuteMs)
        const key = `${/Mobi/.test(userAgent) ? 'small' : 'large'} ${minute} ${url}`
        const kept = cache.peek(key)
        if (kept) return kept.page
        const { heard } = news
        const found = await rendering(key)
        // It may have begun before a change that this visitor has made.
        const isBefore = found !== null && found.made.after < heard && news.hasNewSubject(found.made)
        return (isBefore ? await rendering(key) : found)?.page ?? null
      } catch (error) {
        log.error({ err: error, path }, 'a page was not rendered; the browser draws it')
        return null
      }
    },
  }
}

function pageOf(
  url: string,
  rendered: RenderedPage,
  { files, renderer }: { files: PageFiles; renderer: PageRenderer },
): KeptPage {
  const { addresses, sheets } = files.of(rendered.routeIds)
  const boot = renderer.bootScript(files.entry, addresses)
  const data = scriptJson(rendered.data)
  return {
    url,
    css: stylesFor(rendered.html, sheets, rendered.rules) + rendered.rules,
    // The script stands before the HTML: whatever is pressed finds it there.
    body: [
      '<script nonce="',
      gaps.nonce,
      `">${boot}</script><div id="root">${rendered.html}</div><script type="application/json" id="page-data" data-age="`,
      gaps.age,
      `">${data}</script>`,
    ],
    renderedAt: performance.now(),
  }
}
