import { IconCheck } from '@tabler/icons-react'
import type { SlotState } from '../../../shared/domain/slots.ts'
import classes from './SlotButton.module.css'

interface SlotButtonProps {
  /** What a screen reader says, state included. */
  name: string
  state: SlotState
  /** Shown above the state where no row header gives the time. */
  time?: string
  /** The one of its group that Tab reaches; arrows lead to the others. */
  reachable: boolean
  /** Where the arrow keys find it: 'row,column'. */
  cell: string
  onToggle: () => void
  onFocus: () => void
}

/** One half hour of one cage. One that cannot be chosen can still be read by keyboard. */
export function SlotButton({ name, state, time, reachable, cell, onToggle, onFocus }: SlotButtonProps) {
  const free = state === 'Available' || state === 'Selected'
  return (
    <button
      type="button"
      className={classes.slot}
      data-state={state}
      data-cell={cell}
      aria-label={name}
      aria-disabled={!free || undefined}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      onClick={free ? onToggle : undefined}
    >
      {time && <span className={classes.time}>{time}</span>}
      <span className={classes.state}>
        {state === 'Selected' && <IconCheck size={16} stroke={3} aria-hidden />}
        {state}
      </span>
    </button>
  )
}
