import { type APIRequestContext, expect } from '@playwright/test'
import { putFacilityIn } from './administer.ts'
import { getFacility } from './facilityDays.ts'
import type { FacilityServer } from './facilityServer.ts'

/** Switches card payment for cages and lessons on or off (decision 17), as a facility does it: by its file. */
export async function takeCards(
  { facilityServer, request }: { facilityServer: FacilityServer; request: APIRequestContext },
  taken: boolean,
): Promise<void> {
  await putFacilityIn(facilityServer, { card_payment_for_cages: taken, card_payment_for_lessons: taken })
  await expect
    .poll(async () => (await getFacility(request)).card_payment_for_cages, { intervals: [50, 100, 250] })
    .toBe(taken)
}
