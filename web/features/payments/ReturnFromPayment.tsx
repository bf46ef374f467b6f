import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'
import {
  keepReturn,
  keptReturn,
  type PaymentReturn,
  readPaymentReturn,
  withoutPaymentReturn,
} from './paymentReturn.ts'

const ReturnDialog = lazyPart(() => import('./ReturnDialog.tsx'))

/**
 * Put on a page that a bank's page leads back to (spec 1 §4: `/account?payment=success`): shows how the payment ended in a
 * dialog, has the page's data loaded again, and takes what the return has left out of the address.
 */
export function ReturnFromPayment() {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  const [returned, setReturned] = useState<PaymentReturn | null>(null)

  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!params.has('payment')) return setReturned((known) => known ?? keptReturn())
    const found = readPaymentReturn(params)
    if (found) keepReturn(found)
    setReturned(found)
    void navigate({ to: '.', search: (kept: object) => withoutPaymentReturn({ ...kept }), replace: true })
  }, [search, navigate])

  if (!returned) return null
  return (
    <Suspense>
      <ReturnDialog key={returned.paymentIntentId} returned={returned} onClosed={() => setReturned(null)} />
    </Suspense>
  )
}
