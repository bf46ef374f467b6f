import { NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { usersQuery } from '../../../api/queries/people.ts'
import { bookingCustomerQuery } from '../../../api/queries/staffBookings.ts'
import { EmailField } from '../../../components/EmailField.tsx'
import type { Form } from '../../../components/form/useForm.ts'
import { KnownByPhone } from '../../../components/staff/KnownByPhone.tsx'
import { PersonPicker, type UsePeople } from '../../../components/staff/PersonPicker.tsx'
import { Stack } from '../../../ui/layout.tsx'
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

/**
 * For whom the desk books: who is found while a name is typed, or, where nobody is chosen, someone new of that name with
 * a phone number or an email.
 */
export function CustomerFields({ form }: { form: Form<BookingForm> }) {
  const { who, person, guest_name, guest_phone } = form.values
  const phone = useRef<HTMLInputElement>(null)
  return (
    <Stack shrinks as="section" aria-label="Who">
      <PersonPicker
        label="Customer"
        description="Search for someone, or type a new name."
        usePeople={useMatches}
        startsHere
        {...form.bind('person')}
        onChange={(picked) => form.set({ who: 'user', person: picked, participant_id: '' })}
        newPerson={{
          name: guest_name,
          onName: (name) =>
            form.set({
              who: name.trim() ? 'guest' : 'user',
              person: null,
              participant_id: '',
              guest_name: name,
            }),
          onEnter: () => phone.current?.focus(),
        }}
      />
      {person && <WhoTakesPart form={form} userId={person.id} />}
      {who === 'guest' && (
        <>
          <div className={classes.pair}>
            <TextInput
              ref={phone}
              label="Phone"
              type="tel"
              maxLength={40}
              autoComplete="off"
              {...form.field('guest_phone')}
            />
            <EmailField required={false} maxLength={254} autoComplete="off" {...form.field('guest_email')} />
          </div>
          <KnownByPhone
            phone={guest_phone}
            onPick={({ id, full_name, email, phone_number }) =>
              form.replace({
                ...form.values,
                ...(id === null
                  ? { guest_name: full_name, guest_email: email ?? '', guest_phone: phone_number }
                  : { who: 'user', person: { id, full_name }, participant_id: '' }),
              })
            }
          />
        </>
      )}
    </Stack>
  )
}

/** The people of the customer's household; nothing to choose where there is nobody else. */
function WhoTakesPart({ form, userId }: { form: Form<BookingForm>; userId: string }) {
  const { data } = useQuery(bookingCustomerQuery(userId))
  const { participant_id } = form.values
  if (!data || (data.participants.length < 2 && participant_id === '')) return null
  const [self, ...others] = data.participants
  return (
    <NativeSelect
      label="Who Takes Part"
      data={[
        { value: '', label: self?.name ?? data.full_name },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...form.field('participant_id')}
    />
  )
}
