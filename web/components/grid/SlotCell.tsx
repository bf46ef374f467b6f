import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import type { SlotState } from '../../../shared/domain/bookings/slots.ts'
import classes from './SlotCell.module.css'

/** 'Own' is something of the viewer's that a press opens; 'Busy' and 'Off' are free, but not for the viewer. */
export type CellState = SlotState | 'Own' | 'Busy' | 'Off'

interface SlotCellProps {
  /** What a screen reader says, state included. */
  name: string
  state: CellState
  /** What is shown; nothing of what cannot be had: its name says why. */
  text?: string | undefined
  /** Shown above it where no header gives the time. */
  time?: string | undefined
  /** Where presses and arrow keys find it: 'row,column'. */
  cell: string
  /** The one of its grid that Tab reaches at first; arrows lead to the others. */
  reachable: boolean
  /** It goes on with what the cell before it began. */
  continues?: boolean | undefined
}

/**
 * One half hour of one cage, in every grid. One that cannot be pressed can still be read by keyboard. Its grid hears
 * presses and focus (gridCell.ts), so that a change draws only the cells that changed.
 */
export const SlotCell = memo(function SlotCell(props: SlotCellProps) {
  const { name, state, text = state === 'Own' ? 'Yours' : '', time, cell, reachable, continues } = props
  const pressable = state === 'Available' || state === 'Selected' || state === 'Own'
  return (
    <button
      type="button"
      className={classes.slot}
      data-state={state}
      data-cell={cell}
      data-adds={text.startsWith('+') || undefined}
      data-continues={continues || undefined}
      aria-label={name}
      aria-disabled={!pressable || undefined}
      tabIndex={reachable ? 0 : -1}
    >
      {time && <span className={classes.time}>{time}</span>}
      <span className={classes.state}>
        {state === 'Selected' && <IconCheck size={16} stroke={3} aria-hidden />}
        {text}
      </span>
    </button>
  )
})
