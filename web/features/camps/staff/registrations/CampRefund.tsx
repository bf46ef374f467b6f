import type { StaffCampRegistration } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { type RefundChoice, RefundSelect } from '../../../../components/staff/form/EndFields.tsx'
import { Text } from '../../../../ui/layout.tsx'

interface CampRefundProps {
  registration: StaffCampRegistration
  value: RefundChoice
  onChange: (value: RefundChoice) => void
  error?: string | undefined
}

/** What a cancellation gives back; a sentence where nothing was paid. */
export const CampRefund = ({ registration: { paid_amount, refund_by_rule }, ...field }: CampRefundProps) =>
  paid_amount > 0 ? (
    <RefundSelect paid={paid_amount} byRule={refund_by_rule} of="camp" {...field} />
  ) : (
    <Text tone="dim" size="sm">
      Nothing was paid, so there’s nothing to refund.
    </Text>
  )
