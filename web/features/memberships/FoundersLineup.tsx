import classes from './FoundersLineup.module.css'

/** More of them are not drawn: a row of balls is to be taken in at a glance. */
const drawnMost = 20

/** The founders as a row of balls, taken ones faded: how few are left is seen before it is read. */
export function FoundersLineup({ cap, left }: { cap: number; left: number }) {
  if (cap > drawnMost) return null
  return (
    <div className={classes.lineup} aria-hidden>
      {Array.from({ length: cap }, (_, index) => index).map((index) => (
        <svg
          key={index}
          viewBox="0 0 24 24"
          className={classes.ball}
          aria-hidden
          data-free={index >= cap - left || undefined}
        >
          <circle cx="12" cy="12" r="10.5" />
          <path d="M5.2 4.2c3.4 4.4 3.4 11.2 0 15.6M18.8 4.2c-3.4 4.4-3.4 11.2 0 15.6" />
        </svg>
      ))}
    </div>
  )
}
