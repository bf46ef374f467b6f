import { useState } from 'react'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { SessionList } from './SessionList.tsx'
import { SessionView } from './SessionView.tsx'

interface ClassSessionsDialogProps {
  classId: string
  className: string
  onClose: () => void
  /** The open session, where the page keeps it in its address; without `onSession` the dialog keeps it itself. */
  sessionId?: string | null | undefined
  onSession?: (id: string | null) => void
}

/** The sessions of a class, and who is registered for each (spec 3 §2). */
export function ClassSessionsDialog(props: ClassSessionsDialogProps) {
  const { classId, className, onClose } = props
  const [own, setOwn] = useState<string | null>(props.sessionId ?? null)
  const open = props.onSession ? (props.sessionId ?? null) : own
  const show = props.onSession ?? setOwn
  return (
    <Dialog opened onClose={onClose} title={`Sessions: ${className}`} step={open ?? ''} long wide>
      {open === null ? (
        <SessionList classId={classId} onOpen={show} />
      ) : (
        <SessionView key={open} id={open} onBack={() => show(null)} />
      )}
    </Dialog>
  )
}
