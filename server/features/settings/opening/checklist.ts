/** What an owner does before the doors open, computed from what there is. `npm run admin -- check` prints the same list. */

import { sql } from 'kysely'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { OpeningStep } from '../../../../shared/contract/facility/opening.ts'
import { rateLine } from '../../../../shared/domain/facility/derivedSettings.ts'
import { formatHoursLines } from '../../../../shared/domain/facility/openingHours.ts'
import { type OpeningStepKey, openingSteps } from '../../../../shared/domain/facility/openingSteps.ts'
import { taxClasses } from '../../../../shared/domain/money/salesTax.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { readEnteredServer } from '../../../integrations/mail/enteredServer.ts'
import { readEnteredKeys } from '../../../integrations/stripe/enteredKeys.ts'
import { createPayments, hasKeys } from '../../../integrations/stripe/payments.ts'
import { readFacility } from '../../facility/queries.ts'
import { readCages } from '../setUpCages.ts'

export interface ChecklistSource {
  readonly config: Config
  readonly now: Date
}

/** What is so, in the words of the list; null: not done, '': done, and nothing to say of it. */
type Fact = string | null

/** Each step with whether it is done. Reads a dozen small tables, so it is asked for by admins only. */
export async function readSteps(db: Db, { config, now }: ChecklistSource): Promise<OpeningStep[]> {
  const [facility, cages, entered, keys, counts] = await Promise.all([
    readFacility(db, now),
    readCages(db),
    readEnteredServer(db, config),
    readEnteredKeys(db, config),
    countOf(db),
  ])
  const { admins, terms, without, coaches, classes, camps, tested, backup } = counts
  const cards = createPayments(config, null, keys)
  const inService = cages.filter(({ is_active }) => is_active !== false)
  const hours = facility.opening_hours.length > 0 ? formatHoursLines(facility.opening_hours).join(', ') : null
  const { name, street_address, city, phone } = facility
  const onArrival = facility.card_payment_for_cages ? '' : ' · cages are paid on arrival'
  const facts: Record<OpeningStepKey, Fact> = {
    place: name && street_address && phone ? [name, street_address, city].join(', ') : null,
    hours,
    cages: inService.length > 0 ? `${counted(inService.length, 'cage')} · ${rateLine(inService)}` : null,
    mail: config.secrets.smtpUrl
      ? new URL(config.secrets.smtpUrl).hostname
      : entered?.acceptedAt
        ? entered.settings.host
        : null,
    second_factor: admins > 0 && without.length === 0 ? '' : null,
    terms: terms > 0 ? `Version ${terms}` : null,
    test_booking: tested ? 'Booked and canceled' : null,
    cards: cards.mode === 'stripe' && (hasKeys(config) || keys?.heardAt) ? `Stripe${onArrival}` : null,
    tax: facility.sales_tax ? ratesText(facility.sales_tax) : null,
    coach: coaches > 0 ? counted(coaches, 'coach', 'coaches') : null,
    program:
      classes + camps > 0
        ? [classes && counted(classes, 'class', 'classes'), camps && counted(camps, 'camp')]
            .filter(Boolean)
            .join(', ')
        : null,
    backup:
      backup.made_at === null
        ? null
        : `${formatDay(facilityDay(new Date(backup.made_at), facility.time_zone))} · ${backup.name}`,
    address: config.publicUrl?.startsWith('https:') ? config.publicUrl : null,
  }
  const missing: Partial<Record<OpeningStepKey, string>> = {
    mail: entered ? `${entered.settings.host}: not tested yet` : '',
    cards: cards.problem ?? (cards.mode === 'stripe' ? 'Stripe has not reported an event yet.' : ''),
    backup: backup.problem === null ? '' : `The last one failed: ${backup.problem}`,
    second_factor: without.length > 0 ? `Not set up yet: ${without.join(', ')}` : '',
  }
  return (Object.keys(openingSteps) as OpeningStepKey[]).map((key) => ({
    key,
    needed: openingSteps[key].needed,
    done: facts[key] !== null,
    fact: facts[key] ?? missing[key] ?? '',
  }))
}

/** 'cages 8.25%, goods 8.25%' */
const ratesText = (rates: NonNullable<Facility['sales_tax']>): string =>
  taxClasses
    .filter((sold) => rates[sold] > 0)
    .map((sold) => `${sold} ${rates[sold]}%`)
    .join(', ')

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`

interface Counts {
  readonly admins: number
  /** Names of the admins without a second factor. */
  readonly without: string[]
  readonly coaches: number
  /** How many versions of the terms were published. */
  readonly terms: number
  readonly classes: number
  readonly camps: number
  /** Whether a member of staff has booked a cage as a customer does, and canceled it. */
  readonly tested: boolean
  /** The last one that was read back; and what was wrong with a later one. */
  readonly backup: { readonly made_at: string | null; readonly name: string; readonly problem: string | null }
}

async function countOf(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::integer from profiles where role = 'admin') as admins,
      array(
        select full_name from profiles where role = 'admin' and not two_factor_enabled order by full_name
      ) as without,
      (select count(*)::integer from coaches where is_active) as coaches,
      (select count(*)::integer from public_texts where key = 'terms') as terms,
      (select count(*)::integer from classes) as classes,
      (select count(*)::integer from camps) as camps,
      exists (
        select from bookings
        join profiles on profiles.id = bookings.user_id and profiles.role <> 'user'
        where bookings.status = 'canceled'
      ) as tested,
      (
        select jsonb_build_object('made_at', made.made_at, 'name', coalesce(made.name, ''), 'problem', (
          select problem from backups where made_at > coalesce(made.made_at, '-infinity') order by made_at desc limit 1
        ))
        from (values (1)) one
        left join lateral (select made_at, name from backups where problem is null order by made_at desc limit 1) made on true
      ) as backup`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A query without a condition has no row.')
  return counts
}
