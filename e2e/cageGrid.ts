import { expect, type Page } from '@playwright/test'
import { formatDay } from '../shared/domain/timeFormat.ts'

type State = 'available' | 'selected' | 'booked' | 'past'

/** Locators for a facility day on /book-cage. */
export function cageGrid(page: Page, day: string) {
  const slot = (cage: string, time: string, state: State) =>
    page.getByRole('button', { name: `${cage}, ${formatDay(day)}, ${time}, ${state}`, exact: true })
  return {
    slot,
    open: () => page.goto(`/book-cage?date=${day}`),
    async choose(cage: string, time: string) {
      await slot(cage, time, 'available').click()
      await expect(slot(cage, time, 'selected')).toBeVisible()
    },
    selection: page.getByRole('region', { name: 'Your selection' }),
    bookSelected: page.getByRole('button', { name: 'Book Selected' }),
    dialog: page.getByRole('dialog', { name: 'Confirm Your Booking' }),
    /** Has the focus at first, so that nothing is pressed by accident. */
    dialogTitle: page.getByRole('heading', { name: 'Confirm Your Booking' }),
    payOnArrival: page.getByRole('button', { name: 'Pay on Arrival' }),
    /** The dialog, while it is modal. */
    toast: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
  }
}
