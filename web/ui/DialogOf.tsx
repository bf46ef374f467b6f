import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

interface DialogOfProps<Of> {
  /** What it is about; undefined: the dialog is closed. */
  of: Of | undefined
  title: string | ((of: Of) => string)
  onClose: () => void
  step?: string
  long?: boolean
  wide?: boolean | string
  startsInField?: boolean
  children: (of: Of) => ReactNode
}

/** A dialog about one thing, open as long as there is one. It stays mounted, so that the focus finds its way back. */
export const DialogOf = <Of,>({ of, title, children, ...dialog }: DialogOfProps<Of>) => (
  <Dialog
    {...dialog}
    opened={of !== undefined}
    title={of === undefined ? '' : typeof title === 'string' ? title : title(of)}
  >
    {of !== undefined && children(of)}
  </Dialog>
)
