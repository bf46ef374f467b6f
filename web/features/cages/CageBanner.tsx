import type { Facility } from '../../../shared/contract/facility.ts'
import classes from './CageBanner.module.css'

/** The head of the page: its name and the rates in one line. */
export function CageBanner({ facility }: { facility: Facility | undefined }) {
  return (
    <header className={classes.banner}>
      <div className={classes.inner}>
        <h1 className={classes.title}>Book Cage</h1>
        <p className={classes.rates}>{facility?.rate_line ?? '\u00a0'}</p>
      </div>
    </header>
  )
}
