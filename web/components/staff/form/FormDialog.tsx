import { createContext, type ReactNode, type RefObject, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DialogOf } from '../../../ui/DialogOf.tsx'

/** Whether the form in a dialog has something to lose. */
export const LeaveContext = createContext<RefObject<boolean> | null>(null)

interface Leave {
  /** `cancel`: closing keeps what was entered, and only Cancel asks. */
  when?: 'always' | 'cancel'
  title: string
  text: string
  label: string
  onLeave?: () => void
}

interface FormDialogProps<Of> {
  /** What it is about; undefined: the dialog is closed. */
  of: Of | undefined
  title: string | ((of: Of) => string)
  onClose: () => void
  /** Names the current step, if the content changes under the same title. */
  step?: string
  long?: boolean
  wide?: boolean | string
  startsInField?: boolean
  /** Asked before unsaved changes are lost. */
  leave?: Leave
  /** `cancel` asks before it closes, `close` does not. */
  children: (of: Of, close: () => void, cancel: () => void) => ReactNode
}

/** A dialog about one thing, open as long as there is one. */
export function FormDialog<Of>({ onClose, leave, children, ...dialog }: FormDialogProps<Of>) {
  const unsaved = useRef(false)
  const [asking, setAsking] = useState(false)
  const close = () => {
    unsaved.current = false
    setAsking(false)
    onClose()
  }
  const cancel = () => (leave && unsaved.current ? setAsking(true) : discard())
  const discard = () => {
    leave?.onLeave?.()
    close()
  }
  return (
    <>
      <DialogOf {...dialog} onClose={leave?.when === 'cancel' ? close : cancel}>
        {(of) => <LeaveContext value={unsaved}>{children(of, close, cancel)}</LeaveContext>}
      </DialogOf>
      {leave && (
        <ConfirmDialog
          {...leave}
          opened={asking}
          dismissLabel="Keep Editing"
          onConfirm={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
