import { expect } from '@playwright/test'
import type { EnginePage, InputSource } from './engine.ts'

type Role =
  | 'alert'
  | 'button'
  | 'cell'
  | 'checkbox'
  | 'choice'
  | 'dialog'
  | 'field'
  | 'focused cell'
  | 'heading'
  | 'link'
  | 'menu item'
  | 'option'
  | 'radio'

/** Longer than in Chromium: each check goes through the driver, and the machine may be busy. */
const timeouts = { intervals: [50, 100, 250], timeout: 20_000 }

/** What a person sees and does on the pages of a site. Everything waits until it can be seen or done. */
export function visitor(page: EnginePage, site: string) {
  /** Waits until the element with this role and accessible name (or text) has stopped moving. Returns its center. */
  const find = async (role: Role, name: string | RegExp, purpose: 'see' | 'press') => {
    const pattern =
      typeof name === 'string' ? `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` : name.source
    let center = { x: 0, y: 0 }
    await expect(async () => {
      const found = await page.run(locate, role, pattern, purpose)
      expect(found, `${role} ${name}`).toEqual({ x: expect.any(Number), y: expect.any(Number) })
      if (typeof found === 'object') center = found
    }).toPass(timeouts)
    return center
  }
  return {
    open: (path: string) => page.goto(new URL(path, site).href),
    async sees(role: Role, name: string | RegExp) {
      await find(role, name, 'see')
    },
    async reads(text: string) {
      await expect.poll(() => page.run(visibleText), timeouts).toContain(text)
    },
    async isAt(path: RegExp) {
      await expect.poll(() => page.run(() => location.pathname + location.search), timeouts).toMatch(path)
    },
    async presses(role: Role, name: string | RegExp) {
      await page.perform([press(await find(role, name, 'press'))])
    },
    async types(label: string, text: string) {
      // A dialog that is still to slide in has not moved yet: like a person, it presses again when it has missed.
      await expect(async () => {
        await page.perform([press(await find('field', label, 'press'))])
        expect(await page.run(focusedValue), `${label} has the focus`).not.toBeNull()
      }).toPass(timeouts)
      await page.perform([keys([...text])])
      // Else a lost key shows much later, as a button that stays disabled. Fields of cards and dates add separators.
      await expect.poll(() => page.run(focusedValue), timeouts).toMatch(new RegExp(`^.{${text.length},}$`))
    },
    /** Replaces the value of a field by typing. */
    async replaces(label: string, text: string) {
      await page.perform([press(await find('field', label, 'press'))])
      const { length } = await page.run(() => (document.activeElement as HTMLInputElement).value)
      await page.perform([keys([namedKeys.End, ...Array<string>(length).fill(namedKeys.Backspace), ...text])])
    },
    /** Selects what the field with the focus has and types; what it has then. */
    async typesOver(text: string) {
      await this.strikes('a', 'Control')
      await page.perform([keys([...text])])
      return page.run(focusedValue)
    },
    /** Types after the last line of a field. */
    async adds(label: string, text: string) {
      await page.perform([press(await find('field', label, 'press'))])
      await this.strikes('End', 'Control')
      await page.perform([keys([...text])])
    },
    /** Chooses a date (`yyyy-MM-dd`) or in a list, as its picker does: the picker is the browser's own and cannot be driven. */
    async chooses(label: string, value: string) {
      await find('choice', label, 'press')
      await page.run(choose, label, value)
    },
    /** Presses a key, while another one is held down if one is named. */
    async strikes(key: keyof typeof namedKeys | 'a' | 'v' | 'x' | 'z', held?: keyof typeof namedKeys) {
      const value = key in namedKeys ? namedKeys[key as keyof typeof namedKeys] : key
      const stroke = keys([value]).actions
      const around = held ? namedKeys[held] : null
      await page.perform([
        {
          ...keys([]),
          actions: around
            ? [{ type: 'keyDown', value: around }, ...stroke, { type: 'keyUp', value: around }]
            : stroke,
        },
      ])
    },
    /** Calls the site's API with the cookies of the page. */
    async calls<Answer>(path: string, body?: object): Promise<Answer> {
      return page.run(callApi, path, body ?? null) as Promise<Answer>
    },
    /** How many pixels the page is wider than the screen. */
    overflow: () =>
      page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  }
}

const press = ({ x, y }: { x: number; y: number }): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x, y, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

/** Keys without a character, as WebDriver writes them. */
const namedKeys = {
  Alt: '\uE00A',
  ArrowRight: '\uE014',
  Backspace: '\uE003',
  Control: '\uE009',
  End: '\uE010',
  Enter: '\uE007',
}

const keys = (values: readonly string[]): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

/**
 * Runs in the page: the center of an element that has stopped moving and is not covered, or why it cannot be pressed.
 * WebKit's driver cannot find elements by role and name.
 */
async function locate(
  role: Role,
  pattern: string,
  purpose: 'see' | 'press',
): Promise<{ x: number; y: number } | string> {
  const selectors = {
    alert: '[role=alert]',
    button: 'button:not([role=menuitem]), [role=button]',
    cell: '[role=gridcell]',
    // As a person sees it: the input itself may be hidden.
    checkbox: 'label:has(input[type=checkbox])',
    choice: 'select, input[type=date]',
    dialog: '[role=dialog]',
    field: 'input:not([type=checkbox]), textarea, [contenteditable=true]',
    'focused cell': '[role=gridcell]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]',
    'menu item': '[role=menuitem]',
    option: '[role=option]',
    radio: 'label:has(input[type=radio])',
  }
  const textOf = (element: Element | null | undefined) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').replace(/ \*$/, '').trim()
  const nameOf = (element: Element) => {
    const labels = element.matches('input, select, textarea') ? (element as HTMLInputElement).labels : null
    const labelledBy = element.getAttribute('aria-labelledby')
    return (
      element.getAttribute('aria-label') ??
      textOf(labelledBy ? document.getElementById(labelledBy) : (labels?.[0] ?? element))
    )
  }
  const name = new RegExp(pattern)
  const found = [...document.querySelectorAll(selectors[role])].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      name.test(nameOf(one)) &&
      // Not `:focus`, which WebKit denies to a window that is not in front.
      (role !== 'focused cell' || one === document.activeElement),
  )
  // Of several with one name, a person presses the one in the dialog in front.
  const front = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const element = found.find((one) => front?.contains(one)) ?? found[0]
  if (!element) return 'missing'
  if (purpose === 'press') element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { x, y, width, height } = element.getBoundingClientRect()
  if (x !== before.x || y !== before.y) return 'moving'
  const center = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  if (purpose === 'see') return center
  // A dialog that is still to slide in has not moved yet either.
  if (!element.checkVisibility({ opacityProperty: true })) return 'transparent'
  if (element.matches(':disabled, [aria-disabled=true]')) return 'disabled'
  const top = document.elementFromPoint(center.x, center.y)
  if (!element.contains(top)) return 'covered'
  return center
}

/** Runs in the page. */
function choose(label: string, value: string): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('select, input[type=date]')]
  const choice = choices.find(({ labels }) => labels?.[0]?.textContent === label)
  if (!choice) throw new Error(`${label} is missing.`)
  // React notices what the element's own setter is not told of.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(choice), 'value')?.set?.call(choice, value)
  choice.dispatchEvent(new Event('input', { bubbles: true }))
  choice.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Runs in the page: what the field with the focus has; null when it is no field. */
function focusedValue(): string | null {
  const field = document.activeElement
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : null
}

/** Runs in the page. */
function visibleText(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text
  return document.body.innerText.replace(/\s+/g, ' ')
}

/** Runs in the page. */
async function callApi(path: string, body: object | null): Promise<unknown> {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
