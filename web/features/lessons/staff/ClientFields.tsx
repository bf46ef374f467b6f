import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ExistingPeople } from '../../../../shared/contract/lessons/lessons.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { clientParticipantsQuery } from '../../../api/queries/coachSchedule.ts'
import { readPages } from '../../../api/read.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import type { Form } from '../../../components/form/useForm.ts'
import { KnownPeople } from '../../../components/staff/KnownPeople.tsx'
import { PersonPicker, type UsePeople } from '../../../components/staff/PersonPicker.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './ClientFields.module.css'
import type { ClientValues } from './clientChoice.ts'

interface ClientFieldsProps {
  form: Form<ClientValues>
}

const useClients: UsePeople = (search, isOpen) =>
  useInfiniteQuery({
    ...readPages('GET /api/coach/clients', { page_size: 20, search_query: search || undefined }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })

/** For whom the lesson is: someone with an account, found by name or e-mail, or a new guest (spec 3 §5). */
export function ClientFields({ form }: ClientFieldsProps) {
  const { kind, customer } = form.values
  /** Who has the phone number that was entered for a guest. */
  const existing = isRefusal(form.refusal, 'person_exists')
    ? (form.refusal.details as ExistingPeople).people
    : []
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
          onPick={(picked) => form.replace({ ...form.values, kind: picked })}
        />
      </div>
      {kind === 'user' ? (
        <>
          <PersonPicker
            label="Customer"
            description="Your clients first. Type two letters to find others."
            placeholder="Name or email"
            usePeople={useClients}
            {...form.bind('customer')}
            onChange={(person) => form.set({ customer: person, participant: '' })}
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
            maxLength={200}
            {...form.field('name')}
          />
          <TextInput
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            required
            maxLength={40}
            {...form.field('phone')}
            onChange={({ currentTarget }) => {
              // What was said of one number is not said of another.
              form.set({ phone: currentTarget.value, asNewGuest: false })
              if (existing.length > 0) form.forgetProblem()
            }}
          />
          {existing.length > 0 && <Existing form={form} people={existing} />}
          <EmailField
            label="Email (optional)"
            description="For the confirmation and the calendar file."
            autoComplete="off"
            required={false}
            maxLength={254}
            {...form.field('email')}
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
      onPick={(participant) => form.set({ participant })}
    />
  )
}

/** The people who have the phone number: one of them is booked for, or someone else with the same number. */
function Existing({ form, people }: ClientFieldsProps & ExistingPeople) {
  const goOn = (part: Partial<ClientValues>) => {
    form.replace({ ...form.values, ...part })
    form.forgetProblem()
  }
  return (
    <KnownPeople
      role="alert"
      question={people.length === 1 ? 'Is the lesson for them?' : 'Is the lesson for one of them?'}
    >
      {people.map(({ id, full_name, phone_number }) => (
        <Button
          key={id}
          variant="default"
          onClick={() => goOn({ kind: 'user', customer: { id, full_name }, participant: '' })}
        >
          Book for {full_name}, {phone_number}
        </Button>
      ))}
      <Button variant="default" onClick={() => goOn({ asNewGuest: true })}>
        No, it is a new guest
      </Button>
    </KnownPeople>
  )
}
