import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { emptyDay } from './facilityDays.ts'
import { type FacilityServer, startFacilityServer } from './facilityServer.ts'
import { shiftClock } from './pageClock.ts'
import { createCustomer, signIn } from './people.ts'

interface Fixtures {
  /** Allows an expected problem: matched against 'console: …', 'page: …' and '503 <address>'. */
  allowProblem: (pattern: RegExp) => void
  /** A facility day on which nothing is booked yet: Monday to Friday, 4 PM to 9 PM. */
  day: string
  /** The address of a customer who is signed in in `page`. */
  customer: string
  /** Another person's browser, with a blank page. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** The same with a new customer signed in. */
  openCustomer: () => Promise<Page>
}

export interface ProjectOptions {
  /** Whether pages have the browser's Temporal, or none, as in Safari. */
  temporal: 'native' | 'deleted'
}

interface WorkerFixtures {
  /** Which facility it is. A file that uses another than `demo` has a worker, and so a facility, of its own. */
  facility: 'demo' | 'empty'
  /** One for each worker: journeys that run side by side do not share anything. */
  facilityServer: FacilityServer
}

interface InternalFixtures {
  watch: { context: (context: BrowserContext) => Promise<void>; allow: (pattern: RegExp) => void }
}

/**
 * The journeys' `test`. Every error that a browser reports, including violations of the content security policy and
 * exceptions, and every answer with status 500 or higher fails the journey unless it is allowed.
 */
export const test = base.extend<Fixtures & InternalFixtures & ProjectOptions, WorkerFixtures>({
  temporal: ['native', { option: true }],
  facility: ['demo', { option: true, scope: 'worker' }],
  facilityServer: [
    async ({ facility }, use) => {
      const server = await startFacilityServer({ empty: facility === 'empty' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ facilityServer }, use) => use(facilityServer.url),
  watch: async ({ temporal }, use) => {
    const problems: string[] = []
    const allowed: RegExp[] = []
    await use({
      allow: (pattern) => void allowed.push(pattern),
      context: async (context) => {
        await shiftClock(context)
        if (temporal === 'deleted') {
          await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
        }
        context.on('console', (message) => {
          if (message.type() === 'error') problems.push(`console: ${message.text()}`)
        })
        context.on('weberror', (error) => problems.push(`page: ${error.error().stack}`))
        context.on('response', (response) => {
          if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
        })
      },
    })
    expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([])
  },
  context: async ({ context, watch }, use) => {
    await watch.context(context)
    await use(context)
  },
  allowProblem: async ({ watch }, use) => use(watch.allow),
  day: async ({ request }, use) => use(await emptyDay(request)),
  customer: async ({ page }, use) => {
    const email = await createCustomer(page.request)
    await signIn(page.request, email)
    await use(email)
  },
  openBrowser: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      await watch.context(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
  openCustomer: async ({ openBrowser }, use) =>
    use(async () => {
      const page = await openBrowser()
      await signIn(page.request, await createCustomer(page.request))
      return page
    }),
})

export { expect }
