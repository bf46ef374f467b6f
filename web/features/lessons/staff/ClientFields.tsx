import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ExistingPeople } from '../../../../shared/contract/lessons/lessons.ts'
import { coachClientsQuery } from '../../../api/queries/coachPortal.ts'
import { clientParticipantsQuery } from '../../../api/queries/coachSchedule.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { KnownPeople } from '../../../components/staff/KnownPeople.tsx'
import { PersonPicker, type UsePeople } from '../../../components/staff/PersonPicker.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './ClientFields.module.css'
import type { ClientValues } from './clientChoice.ts'

interface ClientFieldsProps {
  form: UseFormReturnType<ClientValues>
  /** Who has the phone number that was entered for a guest. */
  existing: ExistingPeople['people']
  onExisting: (people: ExistingPeople['people']) => void
}

const useClients: UsePeople = (search, isOpen) =>
  useInfiniteQuery({ ...coachClientsQuery(search), enabled: isOpen, placeholderData: keepPreviousData })

/** For whom the lesson is: someone with an account, found by name or e-mail, or a new guest (spec 3 §5). */
export function ClientFields({ form, existing, onExisting }: ClientFieldsProps) {
  const { kind, customer } = form.values
  return (
    <>
      <div className={classes.kinds}>
        <RadioTiles
          legend="Client"
          name="client-kind"
          tiles={[
            { value: 'user', title: 'Existing user', note: 'Has an account' },
            { value: 'guest', title: 'New guest', note: 'Name and phone' },
          ]}
          value={kind}
          onPick={(picked) => {
            form.clearErrors()
            form.setFieldValue('kind', picked as ClientValues['kind'])
          }}
        />
      </div>
      {kind === 'user' ? (
        <>
          <PersonPicker
            label="Customer"
            description="Your clients first. Type two letters to find others."
            placeholder="Name or email"
            usePeople={useClients}
            value={customer}
            onChange={(person) => {
              form.setValues({ customer: person, participant: '' })
              form.clearFieldError('customer')
            }}
            error={form.errors.customer}
          />
          {customer && <Participants form={form} customerId={customer.id} />}
        </>
      ) : (
        <>
          <TextInput
            label="Name"
            autoComplete="off"
            autoCapitalize="words"
            required
            withAsterisk={false}
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            required
            withAsterisk={false}
            maxLength={40}
            {...form.getInputProps('phone')}
            onChange={(event) => {
              form.getInputProps('phone').onChange(event)
              // What was said of one number is not said of another.
              form.setFieldValue('asNewGuest', false)
              onExisting([])
            }}
          />
          {existing.length > 0 && <Existing form={form} existing={existing} onExisting={onExisting} />}
          <EmailField
            label="Email (optional)"
            description="For the confirmation and the calendar file."
            autoComplete="off"
            required={false}
            maxLength={254}
            {...form.getInputProps('email')}
          />
        </>
      )}
    </>
  )
}

/** Who of the household takes part; nothing to choose where there is only the customer. */
function Participants({ form, customerId }: { form: ClientFieldsProps['form']; customerId: string }) {
  const { data = [], error, refetch } = useQuery(clientParticipantsQuery(customerId))
  if (error)
    return (
      <ErrorAlert
        error={error}
        text={`Failed to load data: ${error.message} Please try again`}
        onRetry={() => void refetch()}
      />
    )
  if (data.length < 2) return null
  return (
    <RadioTiles
      legend="Who is coming?"
      name="participant"
      many
      // The customer is the first, and takes part unless another is chosen.
      tiles={data.map(({ id, name }, index) => ({ value: index === 0 ? '' : id, title: name, note: '' }))}
      value={form.values.participant}
      onPick={(participant) => form.setFieldValue('participant', participant)}
    />
  )
}

/** The people who have the phone number: one of them is booked for, or someone else with the same number. */
function Existing({ form, existing, onExisting }: ClientFieldsProps) {
  return (
    <KnownPeople
      role="alert"
      question={existing.length === 1 ? 'Is the lesson for them?' : 'Is the lesson for one of them?'}
    >
      {existing.map(({ id, full_name, phone_number }) => (
        <Button
          key={id}
          variant="default"
          onClick={() => {
            form.setValues({ kind: 'user', customer: { id, full_name }, participant: '' })
            form.clearErrors()
            onExisting([])
          }}
        >
          Book for {full_name}, {phone_number}
        </Button>
      ))}
      <Button
        variant="default"
        onClick={() => {
          form.setFieldValue('asNewGuest', true)
          form.clearErrors()
          onExisting([])
        }}
      >
        No, it is a new guest
      </Button>
    </KnownPeople>
  )
}
