import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { DeskPaymentMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import { ReasonField } from '../../../../components/staff/ReasonField.tsx'
import classes from './registrations.module.css'
import { methodChoices, statusNames } from './registrationTexts.ts'

/** What both forms of a registration by hand ask for at their end. */
export interface PaidForm {
  status: 'registered' | 'paid'
  paid_by: DeskPaymentMethod
  override_reason: string
}

export const initialPaidForm: PaidForm = { status: 'registered', paid_by: 'cash', override_reason: '' }

interface PaidFieldsProps<Form extends PaidForm> {
  form: UseFormReturnType<Form>
  /** Whether a written reason would let it be done all the same. */
  overridable: boolean
}

/** Whether it is paid and how (spec 3 §4), and the reason of an exception. */
export function PaidFields<Form extends PaidForm>({ form, overridable }: PaidFieldsProps<Form>) {
  const { status, override_reason } = form.values
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Status"
          size="md"
          data={[
            { value: 'registered', label: statusNames.registered },
            { value: 'paid', label: statusNames.paid },
          ]}
          {...form.getInputProps('status')}
        />
        {status === 'paid' && (
          <NativeSelect
            label="How it was paid"
            size="md"
            data={methodChoices}
            {...form.getInputProps('paid_by')}
          />
        )}
      </div>
      {(overridable || override_reason !== '') && (
        <ReasonField
          description="This differs from the policy. Enter a reason, then add it again."
          {...form.getInputProps('override_reason')}
        />
      )}
    </>
  )
}
