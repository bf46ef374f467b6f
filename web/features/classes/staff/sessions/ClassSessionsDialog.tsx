import { Dialog } from '../../../../ui/Dialog.tsx'
import { SessionList } from './SessionList.tsx'
import { SessionView } from './SessionView.tsx'

interface ClassSessionsDialogProps {
  classId: string
  className: string
  onClose: () => void
  /** The open session, which the page keeps in its address. */
  sessionId: string | null
  onSession: (id: string | null) => void
}

/** The sessions of a class, and who is registered for each (spec 3 §2). */
export const ClassSessionsDialog = (props: ClassSessionsDialogProps) => (
  <Dialog
    opened
    onClose={props.onClose}
    title={`Sessions: ${props.className}`}
    step={props.sessionId ?? ''}
    long
    wide
  >
    {props.sessionId === null ? (
      <SessionList classId={props.classId} onOpen={props.onSession} />
    ) : (
      <SessionView key={props.sessionId} id={props.sessionId} onBack={() => props.onSession(null)} />
    )}
  </Dialog>
)
