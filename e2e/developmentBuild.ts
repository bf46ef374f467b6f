import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { ensureDevelopmentBuilt } from '../tools/setup/web-build.mjs'

const directory = 'dist/web-development'

/**
 * Lets the pages of a browser run on React's development version, which tells in the console where a page differs from
 * the HTML that the server sent. The HTML is the server's own.
 */
export async function runDevelopmentBuild(context: BrowserContext): Promise<void> {
  ensureDevelopmentBuilt()
  const manifest: Record<string, { file: string; isEntry?: boolean }> = JSON.parse(
    readFileSync(join(directory, '.vite/manifest.json'), 'utf8'),
  )
  await context.addInitScript(readStylesAsReactWritesThem)
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)?.file
  await context.route('**/*', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const file = join(directory, pathname)
    if (pathname.startsWith('/assets/') && existsSync(file)) return route.fulfill({ path: file })
    if (request.resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    // The list of scripts to be loaded early names the others.
    const body = (await answer.text()).replace(/\}\)\("\/assets\/[^"]+",\[[^\]]*\]\)/, `})("/${entry}",[])`)
    return route.fulfill({ response: answer, body })
  })
}

/**
 * The policy allows no `style` attribute in HTML, so the app sets the styles by script before it hydrates, and React's
 * development version compares their text letter by letter: with the spaces that browsers put in, it never fits.
 */
function readStylesAsReactWritesThem(): void {
  const getAttribute = Element.prototype.getAttribute
  Element.prototype.getAttribute = function (name) {
    const value = getAttribute.call(this, name)
    return name === 'style' ? (value?.replace(/([:;]) /g, '$1').replace(/;$/, '') ?? null) : value
  }
}

/** What only a journey's browser says: React's advertisement, and that no worker may be registered (playwright.config.ts). */
const unheard = /Download the React DevTools|Service Worker registration blocked by Playwright/

/** All else that a page writes into the console, and its exceptions. */
export function hearAll(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (!unheard.test(message.text())) heard.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(`exception: ${error.message}`))
  return heard
}

declare global {
  interface Window {
    hydrated?: Promise<void>
  }
}

/**
 * Makes `window.hydrated` known to every page of the browser: React has taken the server's HTML over, effects included, or
 * there is none to take over.
 */
export const noteHydration = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    window.hydrated = new Promise((resolve) => {
      document.addEventListener('dugout:hydrated', () => resolve(), { once: true })
      // The app's code comes later than this.
      document.addEventListener('DOMContentLoaded', () => {
        if (!document.getElementById('page-data')) resolve()
      })
    })
  })

/** Opens a page and waits until it hears everything: a link that is pressed earlier loads a document of its own. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await noteHydration(page.context())
  await page.goto(path)
  await page.evaluate(() => window.hydrated)
}
