import type { Place } from './booked.ts'
import classes from './changes.module.css'

interface PlaceBoxProps extends Place {
  /** 'Now' or 'Then', where there are two. */
  label?: string
  /** What is given up. */
  old?: boolean
}

/** A place and time, as the dialogs of a change show it. */
export function PlaceBox({ title, when, label, old = false }: PlaceBoxProps) {
  return (
    <div className={old ? classes.old : classes.what}>
      {label && <p className={classes.label}>{label}</p>}
      <p className={classes.title}>{title}</p>
      <p className={classes.line}>{when}</p>
    </div>
  )
}
