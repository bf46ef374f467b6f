import { expect, type Page } from '@playwright/test'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { openHydrated } from './developmentBuild.ts'

/** 'yours' is booked by whoever looks at it. */
type State = 'available' | 'selected' | 'booked' | 'yours' | 'past'

/** Locators for a facility day on /book-cage. */
export function cageGrid(page: Page, day: string) {
  const slot = (cage: string, time: string, state: State) =>
    page.getByRole('button', { name: `${cage}, ${formatDay(day, 'dense')}, ${time}, ${state}`, exact: true })
  return {
    slot,
    /** Until the page hears keys too: presses are kept until then, keys are not. */
    async open(search = '') {
      // React marks elements before it is done with all of them, so the mark of one does not tell of the others.
      await openHydrated(page, `/book-cage?date=${day}${search}`)
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
      )
    },
    async choose(cage: string, time: string) {
      await slot(cage, time, 'available').click()
      await expect(slot(cage, time, 'selected')).toBeVisible()
    },
    selection: page.getByRole('region', { name: 'Your selection' }),
    bookSelected: page.getByRole('button', { name: 'Book Selected' }),
    dialog: page.getByRole('dialog', { name: 'Confirm Your Booking' }),
    /** Has the focus at first, so that nothing is pressed by accident. */
    dialogTitle: page.getByRole('heading', { name: 'Confirm Your Booking' }),
    /** What was booked last, on the page. */
    booked: page.getByRole('region', { name: 'You’re booked' }),
    payOnArrival: page.getByRole('button', { name: 'Pay on Arrival' }),
    toast: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
  }
}
