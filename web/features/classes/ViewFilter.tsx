import { VisuallyHidden } from '@mantine/core'
import type { SessionView } from './sessionViews.ts'
import { sessionViews } from './sessionViews.ts'
import classes from './ViewFilter.module.css'

interface ViewFilterProps {
  view: SessionView
  onPick: (view: SessionView) => void
}

/** Which sessions are listed (spec 2 §2, 'View filter'). */
export function ViewFilter({ view, onPick }: ViewFilterProps) {
  return (
    <fieldset className={classes.views}>
      {/* WebKit gives a legend that floats a line of its own. */}
      <VisuallyHidden component="legend">View</VisuallyHidden>
      <span aria-hidden className={classes.title}>
        View
      </span>
      {sessionViews.map((choice) => (
        <label key={choice.label} className={classes.view}>
          <input
            type="radio"
            name="view"
            checked={choice.view === view}
            onChange={() => onPick(choice.view)}
            className={classes.input}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
