import { NativeSelect } from '@mantine/core'
import type { DeskPaymentMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import type { Form } from '../../../../components/form/useForm.ts'
import { ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { Grid } from '../../../../ui/layout.tsx'
import classes from './registrations.module.css'
import { methodChoices, statusNames } from './registrationTexts.ts'

/** What both forms of a registration by hand ask for at their end. */
export interface PaidForm {
  status: 'registered' | 'paid'
  paid_by: DeskPaymentMethod
  override_reason: string
}

export const initialPaidForm: PaidForm = { status: 'registered', paid_by: 'cash', override_reason: '' }

/** Whether it is paid and how (spec 3 §4), and the reason of an exception. */
export function PaidFields({ form }: { form: Pick<Form<PaidForm>, 'values' | 'field' | 'refusal'> }) {
  const { status, override_reason } = form.values
  return (
    <>
      <Grid className={classes.pair}>
        <NativeSelect
          label="Status"
          data={[
            { value: 'registered', label: statusNames.registered },
            { value: 'paid', label: statusNames.paid },
          ]}
          {...form.field('status')}
        />
        {status === 'paid' && (
          <NativeSelect label="How It Was Paid" data={methodChoices} {...form.field('paid_by')} />
        )}
      </Grid>
      {(mayOverride(form.refusal) || override_reason !== '') && (
        <ReasonField
          description="This differs from the policy. Enter a reason, then add it again."
          {...form.field('override_reason')}
        />
      )}
    </>
  )
}
