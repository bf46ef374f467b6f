import type { Locator, Page } from '@playwright/test'

/** Runs in the page: until what depends on its size or colors has been drawn again, and transitions have begun. */
export const untilDrawn = () =>
  new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))

/**
 * What is wrong with the element that has the focus, or null: WCAG 2.2, 2.4.11, and stricter: no part of it that is on
 * screen lies under something pinned.
 */
export function focusProblem(): string | null {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const name = `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}'`
  // What is seen of a hidden input is its label.
  const input = element.getBoundingClientRect()
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
  const { left, right, top, bottom } = input.width < 5 && label ? label.getBoundingClientRect() : input
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight]
  if (bottom <= 0 || top >= height || right <= 0 || left >= width) return `${name} is off screen`
  const isPinned = (hit: Element): boolean => {
    for (let one: Element | null = hit; one; one = one.parentElement) {
      const { position } = getComputedStyle(one)
      if ((position === 'sticky' || position === 'fixed') && !one.contains(element)) return true
    }
    return false
  }
  let [seen, covered] = [0, 0]
  for (const x of [left + 3, (left + right) / 2, right - 3]) {
    for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const hit = document.elementFromPoint(x, y)
      if (!hit) continue
      if (hit.contains(element) || element.contains(hit) || label?.contains(hit)) seen += 1
      else if (isPinned(hit)) covered += 1
    }
  }
  if (covered > 0 && bottom - top < height / 2) return `${name} is under something pinned`
  return seen === 0 ? `${name} is hidden` : null
}

/** Walks through the whole page with Tab, then back with Shift+Tab; returns what was wrong, and how many stops there were. */
export async function tabThrough(page: Page): Promise<{ stops: number; problems: string[] }> {
  const problems = new Set<string>()
  const walk = async (key: string) => {
    for (let stops = 0; stops < 400; stops += 1) {
      await page.keyboard.press(key)
      const [outside, problem] = (await page.evaluate(
        `[document.activeElement === document.body, (${focusProblem.toString()})()]`,
      )) as [boolean, string | null]
      if (outside) return stops
      if (problem) problems.add(`${key}: ${problem}`)
    }
    return Number.POSITIVE_INFINITY
  }
  const stops = await walk('Tab')
  await walk('Shift+Tab')
  return { stops, problems: [...problems] }
}

/**
 * The interactive elements on screen that are lower or narrower than `side`: 44 px is a thumb's size (WCAG 2.5.5), 24 what
 * AA asks for (2.5.8). Links in running text are exempt.
 */
export function smallTargets(side: number): string[] {
  const least = side - 0.5
  const found = new Set<string>()
  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=switch], [role=menuitem], [tabindex="0"]'
  for (const element of document.querySelectorAll(selector)) {
    if (!shown(element) || element.closest('[inert], [aria-hidden=true]')) continue
    if (element.matches('[tabindex="0"]:not(a, button, input, select, textarea, summary, [role])')) continue
    const boxes = [element.getBoundingClientRect()]
    const labels = (element as HTMLInputElement).labels
    if (element.matches('input[type=radio], input[type=checkbox]')) {
      for (const label of labels ?? []) boxes.push(label.getBoundingClientRect())
      // A box and its label beside it are one target.
      const [top, bottom] = [
        Math.min(...boxes.map((box) => box.top)),
        Math.max(...boxes.map((box) => box.bottom)),
      ]
      const [left, right] = [
        Math.min(...boxes.map((box) => box.left)),
        Math.max(...boxes.map((box) => box.right)),
      ]
      boxes.push(new DOMRect(left, top, right - left, bottom - top))
    }
    // A link that covers its card, or an area around it, by a pseudo element.
    const after = getComputedStyle(element, '::after')
    if (after.content !== 'none' && after.position === 'absolute') {
      const holder =
        getComputedStyle(element).position === 'static' ? (element as HTMLElement).offsetParent : element
      const box = holder?.getBoundingClientRect()
      if (box && holder === element) {
        const px = (value: string) => Number.parseFloat(value) || 0
        boxes.push(
          new DOMRect(
            box.left + px(after.left),
            box.top + px(after.top),
            box.width - px(after.left) - px(after.right),
            box.height - px(after.top) - px(after.bottom),
          ),
        )
      } else if (box) boxes.push(box)
    }
    const { width, height } = boxes.reduce((one, other) =>
      Math.min(one.width, one.height) >= Math.min(other.width, other.height) ? one : other,
    )
    if (width <= 1 || height <= 1 || (width >= least && height >= least)) continue
    const inline = getComputedStyle(element).display === 'inline'
    const around = element.parentElement?.textContent?.replace(element.textContent ?? '', '').trim() ?? ''
    if (inline && element.tagName === 'A' && around.length > 8) continue
    const name = (
      element.getAttribute('aria-label') ??
      labels?.[0]?.textContent ??
      element.textContent ??
      ''
    ).trim()
    found.add(
      `${element.tagName.toLowerCase()} '${name.slice(0, 50)}' ${width.toFixed(0)}×${height.toFixed(0)}`,
    )
  }
  return [...found]
}

/** Text that does not fit: the page scrolls sideways, a box cuts its text, or text stands outside of its button. */
export function cutText(): string[] {
  const found = new Set<string>()
  const root = document.documentElement
  const width = root.clientWidth
  if (root.scrollWidth > width) found.add(`the page is ${root.scrollWidth} px wide of ${width}`)
  // What has not been laid out yet, far below the screen, has no measures.
  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || !shown(parent)) continue
    if (parent.closest('script, style, noscript, option, textarea, svg')) continue
    // Cut on purpose: the whole of it is in its name or description, and in the details that it opens.
    if (parent.closest('[title], [data-entry], [role=gridcell][aria-label], [data-state=Own]')) continue
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width <= 1 || text.height <= 1) continue
    const what = `'${node.textContent.trim().slice(0, 50)}'`
    let scrolls = false
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const area = box.getBoundingClientRect()
      // Cut on purpose, with a way to the rest beside it.
      if (style.webkitLineClamp !== 'none') {
        scrolls = true
        break
      }
      if (style.position === 'absolute' && area.width <= 1) {
        scrolls = true
        break
      }
      const [x, y] = [style.overflowX, style.overflowY]
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (x === 'auto' || x === 'scroll' || y === 'auto' || y === 'scroll') scrolls = true
      if (!scrolls && cuts(x) && (text.right > area.right + 2 || text.left < area.left - 2))
        found.add(`${what} is cut at its side`)
      if (!scrolls && cuts(y) && (text.bottom > area.bottom + 4 || text.top < area.top - 4))
        found.add(`${what} is cut in its height`)
      if (
        !scrolls &&
        box.matches('button, [role=tab], a, summary') &&
        style.display !== 'inline' &&
        style.display !== 'contents'
      ) {
        if (text.right > area.right + 2 || text.left < area.left - 2)
          found.add(`${what} is wider than its ${box.tagName.toLowerCase()}`)
        if (text.bottom > area.bottom + 4 || text.top < area.top - 4)
          found.add(`${what} is higher than its ${box.tagName.toLowerCase()}`)
      }
      if (style.position === 'fixed') break
    }
    if (!scrolls && (text.right > width + 1 || text.left < -1))
      found.add(`${what} stands outside of the page`)
  }
  return [...found]
}

/** The names of what is chosen or current and looks different from what is not, beside it. */
export function toldByLook(): string[] {
  const states = [
    '[aria-current]:not([aria-current=false])',
    '[aria-pressed=true]',
    '[aria-selected=true]',
    '[data-state=Selected]',
    ':has(> input:checked)',
  ]
  const parts = (element: Element, part: string | null) => {
    const style = getComputedStyle(element, part)
    if (part && style.content === 'none') return ''
    const { backgroundColor, borderTopColor, borderTopStyle, outlineStyle, outlineColor } = style
    return [backgroundColor, borderTopColor, borderTopStyle, outlineStyle, outlineColor].join()
  }
  const look = (element: Element) =>
    [null, '::before', '::after'].map((part) => parts(element, part)).join('|')
  const isPlain = (element: Element) =>
    element.checkVisibility() &&
    element !== document.activeElement &&
    !element.matches(':disabled, [aria-disabled=true], [data-unavailable]')
  return states.flatMap((state) =>
    [...document.querySelectorAll(state)].flatMap((element) => {
      const [ownClass] = element.classList
      if (!ownClass || !isPlain(element)) return []
      const other = [...document.querySelectorAll(`.${CSS.escape(ownClass)}:not(${state})`)].find(isPlain)
      if (!other || look(element) === look(other)) return []
      return [(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)]
    }),
  )
}

/** The names of what can be pressed in the dialog that is open, and lies under a toast or the staff's last change. */
export function coveredByToast(): string[] {
  const dialog = document.querySelector('[aria-modal=true]')
  const toasts = [...document.querySelectorAll('[data-toast], [aria-label="Last change"]')].map((toast) =>
    toast.getBoundingClientRect(),
  )
  if (!dialog || toasts.length === 0) return ['no dialog or no toast']
  return [...dialog.querySelectorAll('button, a, input, label')].flatMap((element) => {
    if (element.closest('[data-toast-place]')) return []
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isCovered = toasts.some(
      (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
    )
    // Scrolled under the dialog's head, it can be scrolled out again.
    return isCovered && dialog.scrollTop === 0
      ? [(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 50)]
      : []
  })
}

/** Presses a radio button and tells whether it is still chosen in the same moment, before the address can have followed. */
export const staysPressed = (radio: Locator): Promise<boolean> =>
  radio.evaluate((input: HTMLInputElement) => {
    input.click()
    return input.checked
  })

/** Chooses a value of a select and tells what it shows in the same moment, before the address can have followed. */
export const shownOnceChosen = (select: Locator, value: string): Promise<string> =>
  select.evaluate((element: HTMLSelectElement, chosen) => {
    element.value = chosen
    element.dispatchEvent(new Event('change', { bubbles: true }))
    return element.value
  }, value)

/** How much of the screen's height pinned bars take, from 0 to 1, with the page scrolled to its middle (WCAG 1.4.10). */
export function pinnedShare(): number {
  window.scrollTo(0, document.documentElement.scrollHeight / 2)
  const isPinned = (hit: Element | null) => {
    for (let one = hit; one; one = one.parentElement) {
      const { position } = getComputedStyle(one)
      if (position === 'fixed') return true
      if (position !== 'sticky') continue
      const { top, bottom } = one.getBoundingClientRect()
      return top <= 1 || bottom >= window.innerHeight - 1
    }
    return false
  }
  const points = Array.from({ length: Math.floor(window.innerHeight / 8) }, (_, at) => at * 8 + 4)
  const hits = points.map((y) => document.elementFromPoint(document.documentElement.clientWidth / 2, y))
  return hits.filter(isPinned).length / points.length
}

/** Sets the spacing of all text to what a person may need (WCAG 1.4.12), or back. */
export function setTextSpacing(isOn: boolean): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets = isOn ? [sheet] : []
}

/** Where the ways to get help stand outside of a page's own content, in their order (WCAG 3.2.6). */
export function helpInOrder(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('header a, footer a')].flatMap((link) => {
    const address = link.getAttribute('href') ?? ''
    if (!/^(tel:|mailto:|\/contact)/.test(address)) return []
    return [`${link.closest('header, footer')?.tagName} ${address}`]
  })
}

/**
 * The fields about a person that do not say so to the browser (WCAG 1.3.5), and those for signing in that take nothing from
 * the clipboard or from a password manager (3.3.8).
 */
export function fieldsWithoutHelp(): string[] {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input')].filter(
    (field) =>
      field.checkVisibility({ visibilityProperty: true }) &&
      !field.readOnly &&
      !field.closest('[aria-hidden=true]'),
  )
  return fields.flatMap((field) => {
    const name = field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? ''
    const isPersonal = ['email', 'tel', 'password'].includes(field.type) || /name/i.test(name)
    if (!isPersonal) return []
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    const found = field.dispatchEvent(paste) ? [] : [`'${name}' refuses what is pasted`]
    if (['', 'off'].includes(field.autocomplete)) found.push(`'${name}' has no purpose`)
    return found
  })
}
