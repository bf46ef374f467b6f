import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { enterReason, lacksReason, mayOverride } from '../../../api/apiError.ts'
import { Stack } from '../../../ui/layout.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { type Tell, TellFields } from '../TellFields.tsx'

export type RefundChoice = 'by_rule' | 'full' | 'none'

/** What staff choose when they cancel or delete: what goes back, whom to tell, and why it is not what the policy says. */
export interface EndChoices extends Tell {
  readonly refund: RefundChoice
  readonly reason: string
}
export const noChoices: EndChoices = { refund: 'by_rule', tell: true, message: '', reason: '' }

export const reasonRequest = (reason: string) => ({
  ...(reason.trim() && { override_reason: reason.trim() }),
})

interface EndFieldsProps {
  value: EndChoices
  onChange: (value: EndChoices) => void
  refusal: Error | null
  /** It needs a reason whatever is refunded. */
  needsReason?: boolean
  whyReason?: string
  /** There is someone to tell. */
  tells: boolean
  who?: string | undefined
  /** No one has an address. */
  reachesNoOne?: boolean | undefined
  /** Above the reason. */
  children?: ReactNode
}

/** The choices of a cancellation, each where it can be made. */
export function EndFields({ value, onChange, refusal, ...props }: EndFieldsProps) {
  const needsReason = props.needsReason || mayOverride(refusal) || (props.tells && value.refund !== 'by_rule')
  return (
    <Stack>
      {props.children}
      {needsReason && (
        <ReasonField
          error={lacksReason(refusal) && enterReason}
          description={props.whyReason}
          value={value.reason}
          onChange={({ currentTarget }) => onChange({ ...value, reason: currentTarget.value })}
        />
      )}
      {props.tells && (
        <TellFields
          value={value}
          onChange={(tell) => onChange({ ...value, ...tell })}
          who={props.who}
          reachesNoOne={props.reachesNoOne}
        />
      )}
    </Stack>
  )
}

interface RefundSelectProps {
  /** In dollars. */
  paid: number
  byRule: number
  of: 'camp' | 'session'
  value: RefundChoice
  onChange: (value: RefundChoice) => void
  error?: ReactNode
}

/** What a cancellation gives back of what was paid. */
export const RefundSelect = ({ paid, byRule, of, onChange, ...field }: RefundSelectProps) => (
  <NativeSelect
    label="Refund"
    description={`By the policy, everything is refunded until the ${of} starts.`}
    {...field}
    onChange={({ currentTarget }) => onChange(currentTarget.value as RefundChoice)}
    data={[
      { value: 'by_rule', label: `By the rule: ${formatAmount(byRule)}` },
      { value: 'full', label: `Everything that was paid: ${formatAmount(paid)}` },
      { value: 'none', label: 'Nothing' },
    ]}
  />
)
