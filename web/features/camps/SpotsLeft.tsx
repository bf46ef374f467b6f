import { spotsColour } from '../../../shared/domain/camps.ts'
import classes from './SpotsLeft.module.css'

/** How many spots are left, in words and in a colour (spec 2 §2): the few are named as such, too. */
export function SpotsLeft({ spots }: { spots: number }) {
  const colour = spotsColour(spots)
  const count = `${spots} ${spots === 1 ? 'spot' : 'spots'} left`
  return (
    <span className={classes.spots} data-colour={colour}>
      {colour === 'red' && spots > 0 ? `Only ${count}` : count}
    </span>
  )
}
