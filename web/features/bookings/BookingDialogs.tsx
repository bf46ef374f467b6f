import { Suspense, useState } from 'react'
import { Preloaded, preloadable, useWhenIdle } from '../../ui/preloadable.tsx'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import type { ConfirmBookingProps } from './ConfirmBooking.tsx'

export type BookingDialog = 'confirm' | 'login'

const confirmBooking = preloadable(() => import('./ConfirmBooking.tsx'))
const loginRequired = preloadable(() => import('./LoginRequired.tsx'))

/** The dialogs. */
function preloadDialogs(): void {
  confirmBooking.preload()
  loginRequired.preload()
}

type BookingDialogsProps = Omit<ConfirmBookingProps, 'opened' | 'onClose' | 'onSignedOut'> & {
  dialog: BookingDialog | null
  onDialog: (dialog: BookingDialog | null) => void
  /** The person goes to sign in and comes back to confirm. */
  onSignIn: () => void
}

/** The dialogs of booking cages. Each is drawn when first needed, and stays. */
export function BookingDialogs({ dialog, onDialog, onSignIn, ...booking }: BookingDialogsProps) {
  const [needed, setNeeded] = useState<readonly BookingDialog[]>([])
  if (dialog && !needed.includes(dialog)) setNeeded([...needed, dialog])
  const close = () => onDialog(null)
  useWhenIdle(preloadDialogs)
  useFocusReturn(dialog !== null)
  return (
    <Suspense>
      {needed.includes('confirm') && (
        <Preloaded
          part={confirmBooking}
          props={{
            ...booking,
            opened: dialog === 'confirm',
            onClose: close,
            onSignedOut: () => onDialog('login'),
          }}
        />
      )}
      {needed.includes('login') && (
        <Preloaded
          part={loginRequired}
          props={{ opened: dialog === 'login', onClose: close, onLeave: onSignIn }}
        />
      )}
    </Suspense>
  )
}
