import type { ReactNode } from 'react'
import { untilLoaded } from '../ui/lazyExtra.ts'
import { PreloadedDialog, preloadable } from '../ui/preloadable.tsx'
import type { BookedLinksProps } from './BookedLinks.tsx'

const outcomeDialog = preloadable(() => untilLoaded(() => import('./RegistrationOutcome.tsx')))

/** How registering for a camp or booking class sessions ended, or why it did not begin. */
export interface RegistrationOutcome {
  readonly title: string
  readonly text: string
  /** Something failed: a screen reader announces the text at once. */
  readonly failed?: boolean
  /** The sessions that it is about. */
  readonly sessions?: readonly string[]
  /** What was booked, for what people do next with it. */
  readonly booked?: { ids: readonly string[] } & Pick<BookedLinksProps, 'of' | 'account'>
  /** Where else to go next: links, above the button that closes. */
  readonly links?: ReactNode
  /** What the dialog asks for, and what is read before. */
  readonly act?: { label: string; onPress: () => void; terms?: ReactNode; isPending?: boolean }
  /** The button that closes. */
  readonly close: 'Cancel' | 'Close' | 'Done' | 'OK'
}

export interface RegistrationDialogProps {
  /** Null closes the dialog. */
  outcome: RegistrationOutcome | null
  onClose: () => void
}

/** The dialog of the camp's and the class's page (spec 2 §4, §5, §8). */
export const RegistrationDialog = (props: RegistrationDialogProps) => (
  <PreloadedDialog part={outcomeDialog} props={props} opened={props.outcome !== null} />
)
