import { formatRate } from '../../../../shared/domain/money.ts'
import pickerClasses from '../../lessons/DurationPicker.module.css'
import classes from './MoveDialog.module.css'

interface CageChoiceProps {
  cages: readonly { readonly id: string; readonly name: string; readonly total: number }[]
  cageId: string
  onPick: (cageId: string) => void
}

/** Which of the free cages it shall be, each with the price in cents. */
export function CageChoice({ cages, cageId, onPick }: CageChoiceProps) {
  return (
    <fieldset className={classes.cages}>
      <legend className={classes.legend}>Cage</legend>
      {cages.map(({ id, name, total }) => (
        <label key={id} className={pickerClasses.duration}>
          <input
            type="radio"
            name="move-cage"
            value={id}
            checked={id === cageId}
            onChange={() => onPick(id)}
            className={pickerClasses.input}
          />
          <span className={pickerClasses.minutes}>{name}</span>
          <span className={pickerClasses.fee}>{formatRate(total)}</span>
        </label>
      ))}
    </fieldset>
  )
}
