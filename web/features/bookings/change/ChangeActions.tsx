import classes from './change.module.css'

interface ChangeActionsProps {
  /** What a screen reader hears after the verb, e.g. 'Cage 2, Tue Nov 24, 4:00 PM'. */
  name: string
  onMove: () => void
  onCancel: () => void
}

/** The two buttons of an upcoming card. They always answer: after the cut-off they explain themselves. */
export function ChangeActions({ name, onMove, onCancel }: ChangeActionsProps) {
  return (
    <>
      <button type="button" className={classes.action} aria-label={`Move: ${name}`} onClick={onMove}>
        Move
      </button>
      <button type="button" className={classes.action} aria-label={`Cancel: ${name}`} onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}
