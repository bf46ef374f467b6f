import type { BrowserContext } from '@playwright/test'

/** How far the journeys' clock is ahead of the machine's, in milliseconds; 0 at the present time (tools/testing/clock.mjs). */
const shiftMs = Number.parseInt(process.env.FAKETIME ?? '0', 10) * 1000

/** Sets the clock of all pages of a browser to the journeys'. */
export async function shiftClock(context: BrowserContext): Promise<void> {
  if (shiftMs !== 0) await context.addInitScript(shiftDate, shiftMs)
}

/** Runs in the page. The app reads the time only from `Date`. */
function shiftDate(shift: number): void {
  const MachineDate = Date
  const now = () => MachineDate.now() + shift
  const ShiftedDate = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (_, values, target) =>
      Reflect.construct(MachineDate, values.length > 0 ? values : [now()], target),
    get: (_, name) => (name === 'now' ? now : Reflect.get(MachineDate, name)),
  })
  MachineDate.prototype.constructor = ShiftedDate
  globalThis.Date = ShiftedDate
}
