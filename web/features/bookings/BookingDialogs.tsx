import { lazy, Suspense, useState } from 'react'
import { useFocusReturn } from '../../ui/useFocusReturn.ts'
import type { ConfirmBookingProps } from './ConfirmBooking.tsx'

export type BookingDialog = 'confirm' | 'login'

const loadConfirm = () => import('./ConfirmBooking.tsx')
const loadLogin = () => import('./LoginRequired.tsx')
const ConfirmBooking = lazy(loadConfirm)
const LoginRequired = lazy(loadLogin)

/** Has the dialogs downloaded before they are asked for. A failure shows when they are. */
export function preloadBookingDialogs(): void {
  for (const load of [loadConfirm, loadLogin]) load().catch(() => undefined)
}

type BookingDialogsProps = Omit<ConfirmBookingProps, 'opened' | 'onClose' | 'onSignedOut'> & {
  dialog: BookingDialog | null
  onDialog: (dialog: BookingDialog | null) => void
}

/** The dialogs of booking cages. Each is downloaded when first needed, and stays. */
export function BookingDialogs({ dialog, onDialog, ...booking }: BookingDialogsProps) {
  const [needed, setNeeded] = useState<readonly BookingDialog[]>([])
  if (dialog && !needed.includes(dialog)) setNeeded([...needed, dialog])
  const close = () => onDialog(null)
  useFocusReturn(dialog !== null)
  return (
    <Suspense>
      {needed.includes('confirm') && (
        <ConfirmBooking
          {...booking}
          opened={dialog === 'confirm'}
          onClose={close}
          onSignedOut={() => onDialog('login')}
        />
      )}
      {needed.includes('login') && (
        <LoginRequired opened={dialog === 'login'} onClose={close} onLeave={booking.onLeave} />
      )}
    </Suspense>
  )
}
