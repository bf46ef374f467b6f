import { useQuery } from '@tanstack/react-query'
import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import {
  centsFromDollars,
  type Dollars,
  formatDollars,
  formatRate,
} from '../../../shared/domain/money/money.ts'
import { cagesQuery } from '../../api/queries/cages.ts'
import { Panel, Text } from '../../ui/layout.tsx'
import classes from './Rates.module.css'

/** How the price comes about (spec 1 §9), from the cages' own prices. */
export function PricingBreakdown({ facility }: { facility: Facility }) {
  const { data: cages = [] } = useQuery(cagesQuery)
  if (cages.length === 0) return null
  return (
    <Panel as="details" padded>
      <summary className={classes.summary}>Pricing Breakdown</summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Cage</th>
            <th scope="col">30 minutes</th>
            <th scope="col">1 hour</th>
            <th scope="col">Each further 30 minutes</th>
          </tr>
        </thead>
        <tbody>
          {priceGroups(cages).map((group) => (
            <tr key={group.label}>
              <th scope="row">{group.label}</th>
              <td>{rate(group.prices.price_30_min)}</td>
              <td>{rate(group.prices.price_60_min)}</td>
              <td>+{rate(group.prices.price_additional_30_min)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text tone="dim" size="sm">
        Slots that follow each other in one cage count as one session. The total is the sum over all cages.
        {facility.member_cage_discount_percent > 0 &&
          ` Members get ${facility.member_cage_discount_percent}% off the total.`}
      </Text>
    </Panel>
  )
}

const rate = (dollars: Dollars) => formatRate(centsFromDollars(dollars))

/** Cages with equal prices on one line: 'All cages', or their names. */
function priceGroups(cages: readonly Cage[]): { label: string; prices: Cage }[] {
  const groups = new Map<string, Cage[]>()
  for (const cage of cages) {
    const key = [cage.price_30_min, cage.price_60_min, cage.price_additional_30_min].join()
    groups.set(key, [...(groups.get(key) ?? []), cage])
  }
  return [...groups.values()].flatMap((group) => {
    const label = groups.size === 1 ? 'All cages' : group.map(({ name }) => name).join(', ')
    return group[0] ? [{ label, prices: group[0] }] : []
  })
}

/** From so many hours a week on a contract is the best value (spec 1 §9). */
const bestValueHours = 6

/** What a team pays that comes every week (spec 1 §9). */
export function TeamRates({ rates }: { rates: Facility['team_rates'] }) {
  if (rates.length === 0) return null
  return (
    <Panel padded>
      <h2 className={classes.heading}>Team Contract Rates</h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Weekly hours</th>
            <th scope="col">Monthly hours</th>
            <th scope="col">Monthly price</th>
            <th scope="col">Per hour</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((team) => (
            <tr key={team.weekly_hours} data-best={team.weekly_hours >= bestValueHours || undefined}>
              <th scope="row">{team.weekly_hours}</th>
              <td>{team.monthly_hours}</td>
              <td>{rate(team.monthly_price)}</td>
              <td>
                {formatDollars(centsFromDollars(team.price_per_hour))}{' '}
                {team.weekly_hours >= bestValueHours && (
                  <Text as="span" tone="accent" size="2xs" strong className={classes.best}>
                    Best value
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text tone="dim" size="sm">
        Weekly cage hours. The best value is {bestValueHours} or more hours per week.
      </Text>
    </Panel>
  )
}
