import type { Camp } from '../../../shared/contract/camps.ts'
import { campDates } from '../../../shared/domain/camps.ts'
import { campPrice } from './campPrice.ts'
import classes from './RegisterPanel.module.css'
import { SpotsLeft } from './SpotsLeft.tsx'

/** Price, dates, age group and spots left (spec 2 §2). */
export function CampFacts({ camp }: { camp: Camp }) {
  return (
    <dl className={classes.facts}>
      <dt>Price</dt>
      <dd className={classes.price}>{campPrice(camp.price)}</dd>
      <dt>Dates</dt>
      <dd>{campDates(camp)}</dd>
      <dt>Age group</dt>
      <dd>{camp.age_group}</dd>
      {camp.registration_state !== 'over' && (
        <>
          <dt>Spots</dt>
          <dd>
            <SpotsLeft spots={camp.spots_left} />
          </dd>
        </>
      )}
    </dl>
  )
}
