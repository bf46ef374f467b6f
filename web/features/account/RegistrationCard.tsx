import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  CustomerCampRegistration,
  CustomerClassRegistration,
} from '../../../shared/contract/accounts/accountRegistrations.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { calendarFilePath } from '../../../shared/domain/time/calendarFile.ts'
import { AddToCalendar } from '../../components/AddToCalendar.tsx'
import { canceledStatus, ItemCard, ReceiptLink, type Tone } from '../../components/ItemCard.tsx'
import { cardId } from '../changes/askedItem.ts'
import { offersChange } from '../changes/changeTexts.ts'
import { Deadline } from '../changes/Deadline.tsx'

type Registration = CustomerCampRegistration | CustomerClassRegistration

export interface CardProps<Kind extends Registration> {
  registration: Kind
  upcoming: boolean
  facility: Facility
}

interface RegistrationCardProps extends CardProps<Registration> {
  page: LinkProps | undefined
  /** The first facility day. */
  day: string
  canceled: boolean
  /** Whether a calendar can have it: a camp may have no times yet. */
  hasTimes: boolean
  chip: { tone: Tone; label: string }
  /** What the receipt is of, for a screen reader. */
  receiptOf: string
  title: string
  /** Cancels it. */
  change: ReactNode
  payButton?: ReactNode
  children: ReactNode
}

/** A class session or camp of the customer, with the buttons to pay and to cancel it. */
export function RegistrationCard(props: RegistrationCardProps) {
  const { registration, facility, upcoming, change, receiptOf, payButton, children, hasTimes, ...card } =
    props
  const { id, total_cost, receipt_url } = registration
  return (
    <ItemCard
      {...card}
      id={cardId(id)}
      who={registration}
      cost={total_cost}
      upcoming={upcoming}
      actions={
        (payButton || upcoming || receipt_url) && (
          <>
            {payButton}
            {upcoming && offersChange(registration.change) && change}
            {upcoming && hasTimes && <AddToCalendar href={calendarFilePath([id])} of={receiptOf} />}
            {receipt_url && <ReceiptLink url={receipt_url} of={receiptOf} />}
          </>
        )
      }
    >
      {children}
      {upcoming && <Deadline change={registration.change} ways="cancel" />}
    </ItemCard>
  )
}

/** 'registered' is displayed as Pay on Arrival (spec 2 §4), unless there is nothing to pay. */
export function statusChip({
  status,
  total_cost,
  refunded_amount,
}: Pick<Registration, 'status' | 'total_cost' | 'refunded_amount'>): {
  tone: Tone
  label: string
} {
  if (status === 'canceled') return canceledStatus(refunded_amount > 0)
  if (status === 'paid') return { tone: 'good', label: 'Paid' }
  return total_cost > 0 ? { tone: 'open', label: 'Pay on Arrival' } : { tone: 'good', label: 'Registered' }
}
