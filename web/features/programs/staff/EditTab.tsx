import { type ReactNode, useRef } from 'react'
import { LeaveContext } from '../../../components/staff/form/FormDialog.tsx'
import { Panel } from '../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import classes from './ProgramPage.module.css'

interface EditTabProps {
  /** What would be lost. */
  text: string
  /** `leave` goes without asking: after a save, and by Cancel where nothing is lost by it. */
  children: (leave: (go: () => void) => void) => ReactNode
}

/** A form that is a tab of its page: it asks before unsaved changes are left. */
export function EditTab({ text, children }: EditTabProps) {
  const unsaved = useRef(false)
  const leave = (go: () => void) => {
    unsaved.current = false
    go()
  }
  return (
    <Panel padded className={classes.narrow}>
      <LeaveContext value={unsaved}>{children(leave)}</LeaveContext>
      <LeaveUnsaved changed={() => unsaved.current} text={text} />
    </Panel>
  )
}
