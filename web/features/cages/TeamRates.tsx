import type { Facility } from '../../../shared/contract/facility.ts'
import { centsFromDollars, formatDollars, formatRate } from '../../../shared/domain/money.ts'
import classes from './Rates.module.css'

/** From so many hours a week on a contract is the best value (spec 1 §9). */
const bestValueHours = 6

/** What a team pays that comes every week (spec 1 §9). */
export function TeamRates({ rates }: { rates: Facility['team_rates'] }) {
  if (rates.length === 0) return null
  return (
    <section className={classes.card}>
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
          {rates.map((rate) => (
            <tr key={rate.weekly_hours} data-best={rate.weekly_hours >= bestValueHours || undefined}>
              <th scope="row">{rate.weekly_hours}</th>
              <td>{rate.monthly_hours}</td>
              <td>{formatRate(centsFromDollars(rate.monthly_price))}</td>
              <td>
                {formatDollars(centsFromDollars(rate.price_per_hour))}{' '}
                {rate.weekly_hours >= bestValueHours && <span className={classes.best}>Best value</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        Weekly cage hours. The best value is {bestValueHours} or more hours per week.
      </p>
    </section>
  )
}
