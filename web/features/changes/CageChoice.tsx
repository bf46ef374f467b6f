import { formatRate } from '../../../shared/domain/money.ts'
import pickerClasses from '../../ui/RadioTiles.module.css'
import type { FreePlace } from '../bookings/freeCages.ts'
import classes from './MoveDialog.module.css'

interface CageChoiceProps {
  places: readonly FreePlace[]
  cageId: string | null
  onPick: (cageId: string | null) => void
}

/** Which of the free cages it shall be, each with its price. */
export function CageChoice({ places, cageId, onPick }: CageChoiceProps) {
  return (
    <fieldset className={classes.cages}>
      <legend className={classes.legend}>Cage</legend>
      {places.map((place) => (
        <label key={place.cageId} className={pickerClasses.duration}>
          <input
            type="radio"
            name="move-cage"
            checked={place.cageId === cageId}
            onChange={() => onPick(place.cageId)}
            className={pickerClasses.input}
          />
          <span className={pickerClasses.minutes}>{place.title}</span>
          <span className={pickerClasses.fee}>{formatRate(place.total)}</span>
        </label>
      ))}
    </fieldset>
  )
}
