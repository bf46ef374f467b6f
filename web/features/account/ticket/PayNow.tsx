import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomerCampRegistration } from '../../../../shared/contract/accounts/accountRegistrations.ts'
import type { ListedOwnBooking } from '../../../../shared/contract/bookings/bookings.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { LessonTicket } from '../../../../shared/contract/lessons/lessons.ts'
import type {
  BookingLatePayment,
  CampPurchase,
  LessonLatePayment,
  PaymentSummary,
} from '../../../../shared/contract/payments/payments.ts'
import { centsFromDollars, formatDollars, leastCardCents } from '../../../../shared/domain/money/money.ts'
import { RefundNotice } from '../../changes/RefundNotice.tsx'
import { useCheckout } from '../../payments/useCheckout.tsx'

/** What is to be paid for a ticket, and where a bank's page leads back to. */
export interface Payable {
  readonly request: BookingLatePayment | LessonLatePayment | CampPurchase
  readonly returnPath: string
  /** Until when it can be canceled for a refund, where that is told before paying. */
  readonly untils?: readonly Date[]
}

const sumOf = (sold: readonly { readonly total_cost: number }[]) =>
  sold.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)

const isPayable = ({ request }: Payable) => request.amount >= leastCardCents

/** A lesson that is to be paid on arrival, where the facility takes cards for lessons. */
export function lessonToPay(lesson: LessonTicket, facility: Facility, signature?: string): Payable | null {
  const { id: lessonId, status, total_cost, coach_id } = lesson
  if (!facility.card_payment_for_lessons || status !== 'pending payment') return null
  const request = { lessonId, amount: centsFromDollars(total_cost), ...(signature && { signature }) }
  const pay = { request, returnPath: signature ? `/book-coach/${coach_id}` : '/account?tab=lessons' }
  return isPayable(pay) ? pay : null
}

/** Cage time that is to be paid on arrival, together, where the facility takes cards for it. */
export function cagesToPay(bookings: readonly ListedOwnBooking[], facility: Facility): Payable | null {
  const owed = bookings.filter(({ status }) => status === 'pending payment')
  if (!facility.card_payment_for_cages || owed.length === 0) return null
  const request = { bookingIds: owed.map(({ id }) => id), amount: sumOf(owed) }
  const pay = { request, returnPath: '/account?tab=bookings' }
  return isPayable(pay) ? pay : null
}

/** The registrations that are to be paid on arrival, together. */
export function campToPay(seats: readonly CustomerCampRegistration[]): Payable | null {
  const owed = seats.filter((seat) => seat.status === 'registered' && seat.registration_type === 'user')
  const [first] = owed
  if (!first) return null
  const registrationIds = owed.map(({ id }) => id)
  const request = { campId: first.camps.id, registrationIds, amount: sumOf(owed) }
  const untils = owed.map(({ change }) => new Date(change.until))
  const pay = { request, returnPath: '/account?tab=camps', untils }
  return isPayable(pay) ? pay : null
}

interface PayNowProps {
  /** Null where nothing is to be paid: what the dialog says of it stays. */
  pay: Payable | null
  onPaid: (payment: PaymentSummary) => void
}

/** Pays at once what was to be paid on arrival. */
export function PayNow({ pay, onPaid }: PayNowProps) {
  const queryClient = useQueryClient()
  const checkout = useCheckout({
    stays: true,
    refresh: () => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.public !== true }),
    onPaid,
    ...(pay && { returnPath: pay.returnPath }),
    ...(pay?.untils && { terms: <RefundNotice untils={pay.untils} /> }),
  })
  return (
    <>
      {pay && (
        <Button color="stitch.6" size="lg" radius={12} onClick={() => checkout.pay(pay.request)}>
          Pay Now · {formatDollars(pay.request.amount)}
        </Button>
      )}
      {checkout.dialog}
    </>
  )
}
