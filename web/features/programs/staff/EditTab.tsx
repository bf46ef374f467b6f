import { type ReactNode, useRef } from 'react'
import { LeaveContext } from '../../../components/staff/form/FormDialog.tsx'
import { Panel } from '../../../ui/layout.tsx'
import { LeaveUnsaved } from '../../../ui/staff/LeaveUnsaved.tsx'
import classes from './ProgramPage.module.css'

interface EditTabProps {
  /** What would be lost. */
  text: string
  children: ReactNode
}

/** A form that is a tab of its page: it asks before unsaved changes are left. */
export function EditTab({ text, children }: EditTabProps) {
  const unsaved = useRef(false)
  return (
    <Panel padded className={classes.narrow}>
      <LeaveContext value={unsaved}>{children}</LeaveContext>
      <LeaveUnsaved changed={() => unsaved.current} text={text} />
    </Panel>
  )
}
