import {
  type ComponentType,
  type LazyExoticComponent,
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useIsFirstPage } from './firstRender.ts'
import { hydration } from './hydration.ts'
import { keepTyped } from './keepTyped.ts'
import { lazyPart } from './lazyPart.ts'
import { useFocusReturn } from './useFocusReturn.ts'

/** A part of a page that is downloaded before it is shown. */
export interface Preloadable<Props extends object> {
  readonly Lazy: LazyExoticComponent<ComponentType<Props>>
  /** Null until it is downloaded. */
  readonly loaded: () => ComponentType<Props> | null
  /** Downloads it; fails where it cannot. */
  readonly load: () => Promise<unknown>
  /** Downloads it. A failure shows when it is drawn. */
  readonly preload: () => Promise<unknown>
}

export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    const part = await load()
    loaded = part.default
    return part
  }
  return {
    Lazy: lazyPart(loadOnce),
    loaded: () => loaded,
    load: loadOnce,
    preload: () => loadOnce().catch(() => undefined),
  }
}

/**
 * Draws a part at once if it is downloaded. `lazy` by itself would first draw nothing, and React then waits for 300 ms before it
 * shows what comes in place of nothing.
 */
export function Preloaded<Props extends object>({ part, props }: { part: Preloadable<Props>; props: Props }) {
  const [Drawn] = useState(() => part.loaded() ?? (part.Lazy as unknown as ComponentType<Props>))
  return <Drawn {...props} />
}

/** A part of a page that is rendered with it on the server, and hydrated after it in the browser. */
export interface LaterPart extends Preloadable<object> {
  /** For the loader of the part's page: from page to page the part comes together with its page. */
  readonly withPage: () => Promise<unknown> | undefined
}

/**
 * Splits from a page what it can be read without, such as a form: its code is no part of the page's first load. The server
 * renders it with the page. The browser hydrates the page first, then downloads the part and hydrates it where it stands
 * (`Later`); until then what is pressed and typed in it is kept as before the page's own hydration.
 *
 * React would draw the part again if its props or a context around it changed before then. So it has no props, but reads what
 * it shows from queries and router, which stand still until it is hydrated (`hydration`).
 */
export function laterPart(load: () => Promise<{ default: ComponentType }>): LaterPart {
  const part = preloadable(() => load().catch(keepServerHtml))
  return { ...part, withPage: () => (hydration.done ? part.load() : undefined) }
}

/** Where a later part of a page stands. Not drawn again with the page: see `laterPart`. */
export const Later = memo(function Later({ part }: { part: LaterPart }) {
  const place = useRef<HTMLDivElement>(null)
  // Taken away by the page before it was hydrated, it must not be waited for.
  useEffect(() => hydration.proceed, [])
  return (
    <div ref={place} className="later-part" data-later="">
      <Suspense>
        <Living part={part} place={place} />
      </Suspense>
    </div>
  )
})

/** The page can be read without the part's code: it is not replaced by a message. */
function keepServerHtml(error: unknown): Promise<never> {
  if (hydration.done) throw error
  document.dispatchEvent(new Event('dugout:failed'))
  hydration.finish()
  return new Promise(() => undefined)
}

interface LivingProps {
  part: LaterPart
  place: RefObject<HTMLDivElement | null>
}

function Living({ part, place }: LivingProps) {
  const isFirstPage = useIsFirstPage()
  useLayoutEffect(() => {
    if (isFirstPage && place.current) keepTyped(place.current)
  }, [isFirstPage, place])
  // What the part's effects set, such as the secret of a mailed link, is drawn before answers come in.
  const [isSettled, setSettled] = useState(false)
  useEffect(() => setSettled(true), [])
  useEffect(() => {
    if (!isSettled) return
    place.current?.removeAttribute('data-later')
    hydration.proceed()
  }, [isSettled, place])
  return <Preloaded part={part} props={{}} />
}

/** How long a browser without `requestIdleCallback` (Safari) is given to finish what it does, in milliseconds. */
const pauseMs = 1_500
/** On a busy processor it is done after so long at the latest, in milliseconds. */
const latestMs = 4_000

/** Has something downloaded once the browser has nothing else to do. */
export function useWhenIdle(download: () => void): void {
  const start = useEffectEvent(download)
  useEffect(() => {
    const call = () => start()
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(call, { timeout: latestMs })
      return () => cancelIdleCallback(request)
    }
    const timer = setTimeout(call, pauseMs)
    return () => clearTimeout(timer)
  }, [])
}

interface PreloadedDialogProps<Props extends object> {
  part: Preloadable<Props>
  props: Props
  opened: boolean
}

/**
 * A dialog that is downloaded when the browser is idle, is drawn when it first opens, and stays. The focus goes back to
 * what opened it.
 */
export function PreloadedDialog<Props extends object>({ part, props, opened }: PreloadedDialogProps<Props>) {
  const [needed, setNeeded] = useState(opened)
  if (opened && !needed) setNeeded(true)
  useWhenIdle(() => void part.preload())
  useFocusReturn(opened)
  return <Suspense>{needed && <Preloaded part={part} props={props} />}</Suspense>
}
