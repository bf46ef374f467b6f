import { DEMO_PASSWORD } from '../people.ts'
import { expect, skipWithoutEngine, test } from './fixtures.ts'
import { visitor } from './visitor.ts'

skipWithoutEngine()

test('the desk reads its figures, books a walk-in, moves it by keyboard, takes it back and takes cash', async ({
  enginePage,
  baseURL,
  day,
}) => {
  const desk = visitor(enginePage, baseURL ?? '')
  const mia = (cage: number, state: string) =>
    new RegExp(`^Cage ${cage}, .* 5:00 PM, Mia Lopez, cage booking, 5:00–5:30 PM, ${state}$`)
  await desk.open('/terms')
  await desk.sees('heading', 'Terms and Conditions')
  await desk.calls('/api/auth/sign-in/email', {
    email: 'desk@demo.dugout.test',
    password: DEMO_PASSWORD,
  })
  await desk.open('/admin/dashboard')
  await desk.sees('heading', 'Needs attention')
  await desk.reads('Total Revenue')
  expect(await desk.overflow()).toBe(0)

  await desk.open(`/admin/schedule?date=${day}`)
  await desk.presses('cell', /^Cage 2, .* 5:00 PM, available/)
  expect(await desk.overflow()).toBe(0)
  await desk.types('Name', 'Mia Lopez')
  await desk.presses('button', 'Book')
  await desk.sees('focused cell', mia(2, 'unpaid'))

  await desk.strikes('ArrowRight', 'Alt')
  await desk.strikes('Enter')
  await desk.sees('dialog', 'Move Booking')
  await desk.presses('button', 'Move Booking')
  await desk.sees('cell', mia(3, 'unpaid'))
  await desk.strikes('z', 'Control')
  await desk.sees('cell', mia(2, 'unpaid'))

  await desk.presses('cell', mia(2, 'unpaid'))
  await desk.presses('menu item', 'Cash')
  await desk.sees('cell', mia(2, 'paid'))
  await desk.open(`/admin/schedule/print?date=${day}`)
  await desk.sees('heading', 'Day Sheet')
  await desk.reads('Mia Lopez')
})
