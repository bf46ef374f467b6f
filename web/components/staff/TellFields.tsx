import { Checkbox, TextInput } from '@mantine/core'
import { Text } from '../../ui/layout.tsx'

/** What the customer is told of a change; as the request has it. */
export interface Tell {
  readonly tell: boolean
  readonly message: string
}

interface TellFieldsProps {
  value: Tell
  onChange: (value: Tell) => void
  /** Who is told. */
  who?: string | undefined
  /** No one has an address. */
  reachesNoOne?: boolean | undefined
}

/** Whether the customer is told, and what else they are told beside it. */
export function TellFields({ value, onChange, who = 'the customer', reachesNoOne }: TellFieldsProps) {
  if (reachesNoOne) {
    return (
      <Text tone="dim" size="sm">
        No email, so no one is told.
      </Text>
    )
  }
  return (
    <>
      <Checkbox
        label={`Tell ${who}`}
        checked={value.tell}
        onChange={({ currentTarget: { checked } }) => onChange({ tell: checked, message: value.message })}
      />
      {value.tell && (
        <TextInput
          label="Add a Line (optional)"
          maxLength={500}
          value={value.message}
          onChange={({ currentTarget }) => onChange({ tell: value.tell, message: currentTarget.value })}
        />
      )}
    </>
  )
}

/** The fields as the query of a deletion has them. */
export const tellQuery = ({ tell, message }: Tell) =>
  tell ? { ...(message.trim() && { message: message.trim() }) } : { tell: 'false' as const }

/** The fields as a request has them. */
export const tellRequest = ({ tell, message }: Tell) => ({
  tell,
  ...(tell && message.trim() && { message: message.trim() }),
})
