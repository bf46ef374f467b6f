import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fewestSearchLetters } from '../../../../../shared/contract/people/people.ts'
import type {
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../../../shared/contract/programs/classSessions.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import { bookingCustomerQuery, refreshStaffBookings } from '../../../../api/queries/staffBookings.ts'
import { EmailField } from '../../../../components/EmailField.tsx'
import { BirthDateField } from '../../../../components/participants/BirthDateField.tsx'
import { PersonPicker, useSearched } from '../../../../components/staff/PersonPicker.tsx'
import { ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { RadioTiles } from '../../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { emptyRegisterForm, type RegisterForm, registerForm, registerRequest } from './registerForm.ts'
import classes from './sessions.module.css'
import { dayOf, spotsText } from './sessionTexts.ts'

interface RegisterDialogProps {
  opened: boolean
  session: SessionWithRegistrations['session']
  /** Those who have a seat. */
  seats: readonly AdminClassRegistration[]
  onClose: () => void
}

/** Registers people of a customer's household, or a guest, by hand (spec 3 §2, §5). */
export const RegisterDialog = (props: RegisterDialogProps) => (
  <Dialog opened={props.opened} onClose={props.onClose} title="Add Registration" long startsInField>
    <Register {...props} />
  </Dialog>
)

function Register({ session, seats, onClose }: RegisterDialogProps) {
  const offerUndo = useOfferUndo()
  const [overridable, setOverridable] = useState(false)
  return (
    <ServerForm
      label="Add registration"
      initialValues={emptyRegisterForm}
      schema={registerForm}
      requestOf={(form: RegisterForm) => form}
      send={async (form, once) => {
        const json = registerRequest(session.id, form)
        try {
          return await once('POST /api/manual-class-registrations', json)
        } catch (error) {
          setOverridable(mayOverride(error))
          throw error
        }
      }}
      refresh={refreshStaffBookings}
      failure="An error occurred during registration."
      submit="Register"
      onCancel={onClose}
      onDone={(answer) => {
        offerUndo(answer)
        onClose()
      }}
    >
      {(form) => (
        <div className={`${classes.fields} ${classes.register}`}>
          <p className={classes.hint}>
            {dayOf(session)}, {formatWallTimeRange(session)} · {spotsText(session.spots_left)} ·{' '}
            {formatAmount(session.price)} each; members pay less.
          </p>
          <RadioTiles
            legend="Who is it?"
            name="register-who"
            tiles={[
              { value: 'user', title: 'Existing user', note: 'Or their family' },
              { value: 'guest', title: 'Guest', note: 'No account' },
            ]}
            value={form.values.who}
            onPick={(who) => {
              form.setFieldValue('who', who)
              form.clearErrors()
            }}
          />
          {form.values.who === 'user' ? (
            <UserFields form={form} seats={seats} />
          ) : (
            <GuestFields form={form} />
          )}
          <div className={classes.pair}>
            <NativeSelect
              size="md"
              label="Status"
              data={[
                { value: 'paid', label: 'Paid' },
                { value: 'registered', label: 'Unpaid' },
              ]}
              {...form.getInputProps('status')}
            />
            {form.values.status === 'paid' && (
              <NativeSelect
                size="md"
                label="How it was paid"
                data={[
                  { value: 'cash', label: 'Cash' },
                  { value: 'desk_card', label: 'Card at the desk' },
                  { value: 'other', label: 'Other' },
                ]}
                {...form.getInputProps('paid_by')}
              />
            )}
          </div>
          {(overridable || form.values.override_reason !== '') && (
            <ReasonField
              description="This differs from the policy. Enter a reason, then register again."
              {...form.getInputProps('override_reason')}
            />
          )}
        </div>
      )}
    </ServerForm>
  )
}

type Form = UseFormReturnType<RegisterForm>

function UserFields({ form, seats }: { form: Form; seats: readonly AdminClassRegistration[] }) {
  const person = form.values.user_id
  return (
    <>
      <PersonPicker
        label="User"
        value={person}
        error={form.errors.user_id}
        usePeople={useSearched}
        fewestLetters={fewestSearchLetters}
        startsHere
        onChange={(picked) => {
          form.setValues({ user_id: picked, household: [], participant_ids: [] })
          form.clearErrors()
        }}
      />
      {person && <Household key={person.id} form={form} userId={person.id} seats={seats} />}
    </>
  )
}

/** Who of the household takes part; nothing to choose where there is nobody else. */
function Household(props: { form: Form; userId: string; seats: readonly AdminClassRegistration[] }) {
  const { form, userId, seats } = props
  const { data, error, refetch } = useQuery(bookingCustomerQuery(userId))
  const { setFieldValue } = form
  useEffect(() => {
    if (data)
      setFieldValue(
        'household',
        data.participants.map(({ id }) => id),
      )
  }, [data, setFieldValue])
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data || data.participants.length < 2) return null
  const seated = new Set(seats.map(({ participant }) => participant.id))
  return (
    <Checkbox.Group label="Who takes part" {...form.getInputProps('participant_ids')}>
      <div className={classes.people}>
        {data.participants.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="md"
            value={id}
            disabled={seated.has(id)}
            label={seated.has(id) ? `${name}, registered already` : name}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const GuestFields = ({ form }: { form: Form }) => (
  <>
    <TextInput
      size="md"
      label="Name"
      maxLength={200}
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('guest_name')}
    />
    <div className={classes.pair}>
      <EmailField maxLength={254} autoComplete="off" {...form.getInputProps('guest_email')} />
      <TextInput
        size="md"
        label="Phone (optional)"
        type="tel"
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps('guest_phone')}
      />
    </div>
    <BirthDateField
      label="Birth Date (optional)"
      value={form.values.guest_birth_date}
      error={form.errors.guest_birth_date}
      onChange={(typed) => form.setFieldValue('guest_birth_date', typed)}
    />
  </>
)
