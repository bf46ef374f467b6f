import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fewestSearchLetters } from '../../../../../shared/contract/people/people.ts'
import type {
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../../../shared/contract/programs/classSessions.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { formatWallTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import { bookingCustomerQuery } from '../../../../api/queries/staffBookings.ts'
import { touches } from '../../../../api/touches.ts'
import { EmailField } from '../../../../components/EmailField.tsx'
import { type Form as FormState, useForm } from '../../../../components/form/useForm.ts'
import { BirthDateField } from '../../../../components/participants/BirthDateField.tsx'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { PersonPicker, useSearched } from '../../../../components/staff/PersonPicker.tsx'
import { ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Grid, Text } from '../../../../ui/layout.tsx'
import { RadioTiles } from '../../../../ui/RadioTiles.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import type { ByHand } from '../../../programs/staff/AddToRoster.tsx'
import { emptyRegisterForm, type RegisterForm, registerForm, registerRequest } from './registerForm.ts'
import classes from './sessions.module.css'
import { dayOf, spotsText } from './sessionTexts.ts'

interface RegisterDialogProps {
  /** What is known already; undefined: the dialog is closed. */
  of: ByHand | undefined
  session: SessionWithRegistrations['session']
  /** Those who have a seat. */
  seats: readonly AdminClassRegistration[]
  onClose: () => void
}

/** Registers people of a customer's household, or a guest, by hand (spec 3 §2, §5). */
export const RegisterDialog = ({ of, ...props }: RegisterDialogProps) => (
  <FormDialog of={of} onClose={props.onClose} title="Add Registration" long startsInField>
    {(start) => <Register {...props} start={start} />}
  </FormDialog>
)

function Register({ start, session, seats, onClose }: Omit<RegisterDialogProps, 'of'> & { start: ByHand }) {
  const offerUndo = useOfferUndo()
  const form: FormState<RegisterForm> = useForm({
    values: {
      ...emptyRegisterForm,
      ...(start.name !== undefined && { who: 'guest', guest_name: start.name }),
      ...(start.person && { user_id: start.person }),
      ...(start.participantId && { participant_ids: [start.participantId] }),
    },
    schema: registerForm,
    request: (values) => ({ ...values, household: household.data?.participants.map(({ id }) => id) ?? [] }),
    send: (values, once) => once('POST /api/manual-class-registrations', registerRequest(session.id, values)),
    touches: touches.staff,
    onDone(answer) {
      offerUndo(answer)
      onClose()
    },
  })
  const { who, user_id: person, status, override_reason } = form.values
  const household = useQuery({ ...bookingCustomerQuery(person?.id ?? ''), enabled: person !== null })
  const seated = new Set(seats.map(({ participant }) => participant.id))
  const people = household.data?.participants ?? []
  return (
    <Form
      form={form}
      label="Add registration"
      failure="An error occurred during registration."
      submit="Register"
      onCancel={onClose}
    >
      <div className={`${classes.fields} ${classes.register}`}>
        <Text tone="dim" size="sm">
          {dayOf(session)}, {formatWallTimeRange(session)} · {spotsText(session.spots_left)} ·{' '}
          {formatAmount(session.price)} each; members pay less.
        </Text>
        <RadioTiles
          legend="Who is it?"
          name="register-who"
          tiles={[
            { value: 'user', title: 'Existing user', note: 'Or their family' },
            { value: 'guest', title: 'Guest', note: 'No account' },
          ]}
          value={who}
          onPick={(picked) => form.replace({ ...form.values, who: picked })}
        />
        {who === 'guest' ? (
          <GuestFields form={form} />
        ) : (
          <>
            <PersonPicker
              label="User"
              {...form.bind('user_id')}
              usePeople={useSearched}
              fewestLetters={fewestSearchLetters}
              startsHere
              onChange={(user_id) => form.replace({ ...form.values, user_id, participant_ids: [] })}
            />
            {household.error && !household.data && (
              <ErrorAlert error={household.error} onRetry={() => void household.refetch()} />
            )}
            {people.length > 1 && (
              <Checkbox.Group label="Who Takes Part" {...form.bind('participant_ids')}>
                <div className={classes.people}>
                  {people.map(({ id, name }) => (
                    <Checkbox
                      key={id}
                      value={id}
                      disabled={seated.has(id)}
                      label={seated.has(id) ? `${name}, registered already` : name}
                    />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          </>
        )}
        <Grid className={classes.pair}>
          <NativeSelect
            label="Status"
            data={[
              { value: 'paid', label: 'Paid' },
              { value: 'registered', label: 'Unpaid' },
            ]}
            {...form.field('status')}
          />
          {status === 'paid' && (
            <NativeSelect
              label="How It Was Paid"
              data={[
                { value: 'cash', label: 'Cash' },
                { value: 'desk_card', label: 'Card at the desk' },
                { value: 'other', label: 'Other' },
              ]}
              {...form.field('paid_by')}
            />
          )}
        </Grid>
        {(mayOverride(form.refusal) || override_reason !== '') && (
          <ReasonField
            description="This differs from the policy. Enter a reason, then register again."
            {...form.field('override_reason')}
          />
        )}
      </div>
    </Form>
  )
}

const GuestFields = ({ form }: { form: FormState<RegisterForm> }) => (
  <>
    <TextInput label="Name" maxLength={200} autoComplete="off" data-autofocus {...form.field('guest_name')} />
    <Grid className={classes.pair}>
      <EmailField maxLength={254} autoComplete="off" {...form.field('guest_email')} />
      <TextInput
        label="Phone (optional)"
        type="tel"
        maxLength={40}
        autoComplete="off"
        {...form.field('guest_phone')}
      />
    </Grid>
    <BirthDateField label="Birth Date (optional)" {...form.bind('guest_birth_date')} />
  </>
)
