import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StaffCampRegistration } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import classes from './registrations.module.css'

export type RefundChoice = 'by_rule' | 'full' | 'none'

interface RefundSelectProps {
  registration: StaffCampRegistration
  value: RefundChoice
  onChange: (value: RefundChoice) => void
  error?: ReactNode
}

/** What a cancellation gives back; a sentence where nothing was paid. */
export const RefundSelect = ({ registration, value, onChange, error }: RefundSelectProps) =>
  registration.paid_amount > 0 ? (
    <NativeSelect
      label="Refund"
      description="By the policy, everything is refunded until the camp starts."
      size="md"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value as RefundChoice)}
      data={[
        { value: 'by_rule', label: `By the rule: ${formatAmount(registration.refund_by_rule)}` },
        { value: 'full', label: `Everything that was paid: ${formatAmount(registration.paid_amount)}` },
        { value: 'none', label: 'Nothing' },
      ]}
    />
  ) : (
    <p className={classes.note}>Nothing was paid, so there’s nothing to refund.</p>
  )
