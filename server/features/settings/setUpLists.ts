import type { CompleteSettings } from '../../../shared/contract/facility/facilitySettings.ts'
import { centsFromDollars, decimalFromCents } from '../../../shared/domain/money/money.ts'
import type { Tx } from '../../db/database.ts'

/** Makes the week what the list says; a weekday without an entry is closed. */
export async function setUpHours(tx: Tx, hours: CompleteSettings['opening_hours']): Promise<void> {
  const days = hours.map(({ day_of_week }) => day_of_week)
  await tx
    .deleteFrom('opening_hours')
    .$if(days.length > 0, (query) => query.where('day_of_week', 'not in', days))
    .execute()
  if (hours.length === 0) return
  await tx
    .insertInto('opening_hours')
    .values(hours)
    .onConflict((conflict) =>
      conflict.column('day_of_week').doUpdateSet(({ ref }) => ({
        opens: ref('excluded.opens'),
        closes: ref('excluded.closes'),
      })),
    )
    .execute()
}

/** Makes the special days from `today` on what the list says; earlier ones are history and stay. */
export async function setUpSpecialDays(
  tx: Tx,
  days: CompleteSettings['special_days'],
  today: string,
): Promise<void> {
  const dates = days.map(({ date }) => date)
  await tx
    .deleteFrom('special_days')
    .where('date', '>=', today)
    .$if(dates.length > 0, (query) => query.where('date', 'not in', dates))
    .execute()
  if (days.length === 0) return
  await tx
    .insertInto('special_days')
    .values(days)
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet(({ ref }) => ({
        opens: ref('excluded.opens'),
        closes: ref('excluded.closes'),
        reason: ref('excluded.reason'),
      })),
    )
    .execute()
}

/** Makes the team rates what the list says. */
export async function setUpTeamRates(tx: Tx, rates: CompleteSettings['team_rates']): Promise<void> {
  const hours = rates.map(({ weekly_hours }) => weekly_hours)
  await tx
    .deleteFrom('team_rates')
    .$if(hours.length > 0, (query) => query.where('weekly_hours', 'not in', hours))
    .execute()
  if (rates.length === 0) return
  const rows = rates.map((rate) => ({
    weekly_hours: rate.weekly_hours,
    monthly_hours: rate.monthly_hours,
    monthly_price: decimalFromCents(centsFromDollars(rate.monthly_price)),
    price_per_hour: decimalFromCents(centsFromDollars(rate.price_per_hour)),
  }))
  await tx
    .insertInto('team_rates')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('weekly_hours').doUpdateSet(({ ref }) => ({
        monthly_hours: ref('excluded.monthly_hours'),
        monthly_price: ref('excluded.monthly_price'),
        price_per_hour: ref('excluded.price_per_hour'),
      })),
    )
    .execute()
}
