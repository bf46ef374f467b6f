import { newDevice } from '../http/limits/deviceCookie.ts'
import { issueFormToken } from '../http/limits/guestCheck.ts'
import type { TestApp } from './testApp.ts'

/** The token of a form that was opened ten seconds ago, on a new device unless one is given. */
export const agedFormToken = ({ context }: TestApp, device = newDevice()): string =>
  issueFormToken(
    { config: context.config, clock: { now: () => new Date(context.clock.now().getTime() - 10_000) } },
    device,
  )
