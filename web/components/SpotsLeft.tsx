import { spotsColour } from '../../shared/domain/programs/camps.ts'
import classes from './SpotsLeft.module.css'

/** How many spots are left, as text and color (spec 2 §2); the text of a few begins with 'Only'. */
export function SpotsLeft({ spots }: { spots: number }) {
  const colour = spotsColour(spots)
  const count = `${spots} ${spots === 1 ? 'spot' : 'spots'} left`
  return (
    <span className={classes.spots} data-colour={colour}>
      {colour === 'red' && spots > 0 ? `Only ${count}` : count}
    </span>
  )
}
