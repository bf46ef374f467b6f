/**
 * Runs inside a page that came as HTML, before any of the app's code is there: its text is put into the document, ahead of
 * the page, so it must not refer to anything outside of itself. It asks for the code once the page has been painted, or as
 * soon as someone presses something, and keeps what is pressed until React has taken it over (`hydration`). Where the code
 * cannot be loaded, or has not come after 30 s, the page stays as it is, and a line says so.
 *
 * @param entry the address of the app's entry.
 * @param files the addresses of all scripts and style sheets that the page needs.
 */
export function boot(entry: string, files: readonly string[]): void {
  // The secret of a mailed link is not sent to the server, which has drawn another form than the link's.
  if (location.hash.includes('access_token=')) document.documentElement.setAttribute('data-mailed-link', '')
  try {
    // Someone who was signed in here last does not see what is only for strangers until the session's answer is there.
    if (localStorage.getItem('dugout.signed-in')) document.documentElement.setAttribute('data-signed-in', '')
  } catch {
    // Storage can be switched off: the page begins as for a stranger who has booked nothing.
  }
  const LONGEST_WAIT_MS = 3_000
  /** A connection may hang without failing: the browser itself waits for minutes. */
  const LATE_MS = 30_000
  let begun = false

  const parsed = new Promise<void>((resolve) => {
    if (document.readyState !== 'loading') resolve()
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  })
  const painted = new Promise<void>((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint'))
      return requestAnimationFrame(() => resolve())
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
  const loaded = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
  void Promise.all([painted, loaded]).then(begin)
  setTimeout(begin, LONGEST_WAIT_MS)
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, { once: true, capture: true })

  function begin() {
    if (begun) return
    begun = true
    setTimeout(() => line.isConnected || isWhole() || tell('is still loading'), LATE_MS)
    for (const href of files) {
      const isStyle = href.endsWith('.css')
      const link = Object.assign(document.createElement('link'), {
        rel: isStyle ? 'preload' : 'modulepreload',
        as: isStyle ? 'style' : 'script',
        crossOrigin: '',
        href,
      })
      document.head.append(link)
    }
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      crossOrigin: '',
      src: entry,
      onerror: fail,
    })
    // The app reads the whole document.
    void parsed.then(() => document.head.append(script))
  }

  // A strip that scrolls starts at what is chosen in it, unless a finger was faster.
  void parsed.then(() => {
    if (begun) return
    for (const strip of document.querySelectorAll('[data-starts-at-current]')) {
      const chosen = strip.querySelector<HTMLElement>('[aria-current]')
      if (chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2
    }
  })

  // Links work without the code. A pressed button shows that it has been noticed, and is pressed once the code is there:
  // once, however often an impatient finger has asked.
  const held = new Map<HTMLElement, Animation>()
  let pageIsAlive = false
  // Parts of the page may come to life later than the rest (web/ui/preloadable.tsx).
  const isAlive = (element: EventTarget | null) =>
    pageIsAlive && element instanceof Element && !element.closest('[data-later]')
  const isWhole = () => pageIsAlive && !document.querySelector('[data-later]')
  const hold = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button || line.contains(button) || isAlive(button)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (line.isConnected) return say()
    begin()
    if (held.has(button)) return
    const waiting = button.animate(
      { opacity: [1, 0.55] },
      { duration: 500, direction: 'alternate', iterations: Infinity },
    )
    held.set(button, waiting)
  }
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent
  addEventListener('click', hold, true)
  addEventListener('submit', (event) => isAlive(event.target) || event.preventDefault(), true)
  let isPressing = false
  document.addEventListener('dugout:alive', () => {
    pageIsAlive = true
    if (isWhole()) line.remove()
    // After the other effects of what has come to life.
    if (!isPressing) queueMicrotask(pressNext)
    isPressing = true
  })
  /** One at a time: what a press has chosen is drawn before the next, which may ask for it. */
  function pressNext() {
    for (const [button, waiting] of held) {
      // Where the screen has another size than the server assumed, the page is drawn again, with another button.
      const same = button.isConnected
        ? button
        : [...document.querySelectorAll('button')].find((other) => nameOf(other) === nameOf(button))
      if (same && !isAlive(same)) continue
      held.delete(button)
      waiting.cancel()
      same?.click()
      setTimeout(pressNext)
      return
    }
    isPressing = false
  }

  const line = document.createElement('p')
  /** Once more for someone who presses something: a new alert is read out again. */
  function say() {
    document.body.append(line)
  }
  const fail = () => tell('could not load')
  function tell(what: 'could not load' | 'is still loading') {
    const text = `This page ${what} its code, so nothing can be booked or sent yet. `
    if (line.textContent.startsWith(text)) return
    for (const waiting of held.values()) waiting.cancel()
    held.clear()
    line.setAttribute('role', 'alert')
    line.textContent = text
    line.style.cssText =
      'position:fixed;inset:auto 0 0;z-index:1000;margin:0;padding:0.5rem 1rem;background:#101d33;color:#fff;text-align:center'
    const reload = document.createElement('button')
    reload.textContent = 'Reload'
    reload.onclick = () => location.reload()
    reload.style.cssText =
      'min-height:2.75rem;padding:0 1rem;border:0;background:none;color:inherit;font:inherit;font-weight:700;text-decoration:underline'
    line.append(reload)
    say()
    addEventListener('online', () => line.isConnected && location.reload())
  }
  // The entry loads the rest by itself (web/main.tsx).
  document.addEventListener('dugout:failed', fail)
}
