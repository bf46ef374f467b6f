import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { usersQuery } from '../../../api/queries/people.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import { KnownByPhone } from '../../../components/staff/KnownByPhone.tsx'
import { PersonPicker, type UsePeople } from '../../../components/staff/PersonPicker.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import classes from './CreateBooking.module.css'
import type { BookingForm } from './createBooking.ts'

/** At most so many matches are shown (spec 3 §9). */
const MOST_MATCHES = 10

const useMatches: UsePeople = (search, isOpen) =>
  useInfiniteQuery({
    ...usersQuery({ search, sort: 'name', size: MOST_MATCHES }),
    getNextPageParam: () => null,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })

/** For whom the desk books: someone with an account and their household, or a new person. */
export function CustomerFields({ form }: { form: UseFormReturnType<BookingForm> }) {
  const { who, person, guest_phone } = form.values
  return (
    <section className={classes.section} aria-label="Customer">
      <div className={classes.two}>
        <RadioTiles
          legend="Customer"
          name="booking-who"
          tiles={[
            { value: 'user', title: 'Existing user', note: 'Has an account' },
            { value: 'guest', title: 'New person', note: 'Name and contact' },
          ]}
          value={who}
          onPick={(picked) => {
            form.setFieldValue('who', picked)
            form.clearErrors()
          }}
        />
      </div>
      {who === 'user' ? (
        <>
          <PersonPicker
            label="User"
            value={person}
            error={form.errors.person}
            usePeople={useMatches}
            startsHere
            onChange={(picked) => {
              form.setValues({ person: picked, participant_id: '' })
              form.clearFieldError('person')
            }}
          />
          {person && <WhoTakesPart form={form} userId={person.id} />}
        </>
      ) : (
        <>
          <TextInput
            label="Name"
            maxLength={200}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('guest_name')}
          />
          <div className={classes.pair}>
            <TextInput
              label="Phone"
              type="tel"
              maxLength={40}
              autoComplete="off"
              {...form.getInputProps('guest_phone')}
            />
            <EmailField
              required={false}
              maxLength={254}
              autoComplete="off"
              {...form.getInputProps('guest_email')}
            />
          </div>
          <KnownByPhone
            phone={guest_phone}
            onPick={({ id, full_name, email, phone_number }) => {
              form.setValues(
                id === null
                  ? { guest_name: full_name, guest_email: email ?? '', guest_phone: phone_number }
                  : { who: 'user', person: { id, full_name }, participant_id: '' },
              )
              form.clearErrors()
            }}
          />
        </>
      )}
    </section>
  )
}

/** The people of the customer's household; nothing to choose where there is nobody else. */
function WhoTakesPart({ form, userId }: { form: UseFormReturnType<BookingForm>; userId: string }) {
  const { data } = useQuery(bookingCustomerQuery(userId))
  const { participant_id } = form.values
  if (!data || (data.participants.length < 2 && participant_id === '')) return null
  const [self, ...others] = data.participants
  return (
    <NativeSelect
      label="Who takes part"
      size="md"
      data={[
        { value: '', label: self?.name ?? data.full_name },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...form.getInputProps('participant_id')}
    />
  )
}
