import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { fewestSearchLetters } from '../../../../../shared/contract/people/people.ts'
import { slotMinutes } from '../../../../../shared/domain/bookings/slots.ts'
import { centsFromDollars, formatDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { useSalesTax } from '../../../../api/queries/facility.ts'
import { bookingCustomerQuery } from '../../../../api/queries/staffBookings.ts'
import { touches } from '../../../../api/touches.ts'
import { type Form, useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { KnownByPhone } from '../../../../components/staff/KnownByPhone.tsx'
import { PersonPicker, useSearched } from '../../../../components/staff/PersonPicker.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Grid, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { ignoreHeldKey } from '../../../../ui/pressGuard.ts'
import popover from './BookingPopover.module.css'
import { PillChoice } from './PillChoice.tsx'
import classes from './QuickBooking.module.css'
import {
  bookedText,
  type DeskMethod,
  lengthsFrom,
  placePrice,
  type QuickPlace,
  quickRequest,
  takeLabel,
} from './quickBooking.ts'

interface QuickBookingProps {
  place: QuickPlace
  /** Half hours for which the first cage is free from there. */
  freeRows: number
  onLength: (rows: number) => void
  onClose: () => void
  /** The full form, for everything else. */
  onMore: (person: { id: string; full_name: string } | null) => void
}

interface QuickValues {
  readonly name: string
  readonly phone: string
  readonly account: { id: string; full_name: string } | null
  readonly reason: string
  /** How it is paid now; null: later. */
  readonly paidBy: DeskMethod | null
}
const noOne: QuickValues = { name: '', phone: '', account: null, reason: '', paidBy: null }

interface Request {
  readonly accountId: string | null
  readonly json: ReturnType<typeof quickRequest>
}

/**
 * Books free cells for someone at the desk or on the phone: a name or none, and one press. Without a name it is for
 * 'Walk-in'. Enter in a field books: only a press on the button that says so takes money.
 */
export function QuickBooking({ place, freeRows, onLength, onClose, onMore }: QuickBookingProps) {
  const form: Form<QuickValues> = useForm({
    values: noOne,
    check: ({ reason }: QuickValues) =>
      place.rule && reason.trim() === '' ? { reason: 'Enter a reason.' } : {},
    request: (values: QuickValues) => {
      const accountId = values.account?.id ?? null
      return { accountId, json: quickRequest(place, { ...values, accountId, total }) }
    },
    async send({ accountId, json }: Request, once) {
      const answer = await (accountId === null
        ? once('POST /api/guest-bookings', json)
        : once('POST /api/customers/:user_id/bookings', { user_id: accountId, ...json }))
      return { ...answer, isPaid: json.status === 'paid' }
    },
    touches: touches.staff,
    // The server knows which numbers can exist.
    problemOf: ({ path, message }) => (path.includes('guest_phone') ? ['phone', message] : undefined),
    onDone({ bookings, total_amount, isPaid, undo }) {
      const who = bookings[0]?.customer_name ?? 'Walk-in'
      const message = bookedText(who, place, centsFromDollars(total_amount), isPaid)
      onClose()
      offerUndo({ message, undo })
    },
  })
  const { account, name, phone } = form.values
  const priceId = useId()
  const offerUndo = useOfferUndo()
  const customer = useQuery({ ...bookingCustomerQuery(account?.id ?? ''), enabled: account !== null }).data
  const discount = account ? (customer?.cage_discount_percent ?? 0) : 0
  const tax = useSalesTax('cages')
  const total = placePrice(place, discount, tax)
  const takesMoney = place.takesMoney && total > 0

  /** Enter in a field books, and leaves the money to its own button. */
  const book = () => form.submitWith({ paidBy: null })
  function onEnter(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement && !event.defaultPrevented
    if (event.key !== 'Enter' || !isField || event.nativeEvent.isComposing) return
    event.preventDefault()
    book()
  }
  const takes = (method: DeskMethod) => ({
    type: 'button' as const,
    'aria-label': takeLabel(method, total),
    disabled: form.isPending,
    onClick: () => form.submitWith({ paidBy: method }),
  })

  const lengths = lengthsFrom(freeRows)
  return (
    <Stack ref={form.element} as="form" gap="sm" onKeyDown={onEnter} onKeyDownCapture={ignoreHeldKey}>
      {lengths.length > 1 && (
        <PillChoice
          legend="Length"
          value={place.minutes / slotMinutes}
          onPick={onLength}
          options={lengths.map(({ rows, label }) => ({ value: rows, label }))}
        />
      )}
      <Grid gap="xs">
        <PersonPicker
          label="Name"
          placeholder="Walk-in"
          startsHere
          value={account}
          onChange={(person) => form.set({ account: person, ...(person && { name: person.full_name }) })}
          usePeople={useSearched}
          fewestLetters={fewestSearchLetters}
          newPerson={{
            name,
            onName: (typed) => form.set({ name: typed }),
            onEnter: book,
          }}
          noteOf={({ cage_discount_percent: percent = 0 }) =>
            percent > 0 ? `Member · ${formatRate(placePrice(place, percent, tax))}` : ''
          }
        />
        <TextInput
          label="Phone"
          placeholder="Optional"
          type="tel"
          autoComplete="off"
          maxLength={40}
          {...form.field('phone')}
          onChange={({ currentTarget }) => form.set({ phone: currentTarget.value, account: null })}
        />
      </Grid>
      {account ? (
        <Text tone="dim" size="sm">
          Books for the account of {account.full_name}.
        </Text>
      ) : (
        <KnownByPhone
          phone={phone}
          onPick={({ id, full_name, phone_number }) =>
            form.set({
              account: id === null ? null : { id, full_name },
              name: full_name,
              phone: phone_number,
            })
          }
        />
      )}
      {place.rule && (
        <TextInput
          label={
            place.rule === 'past'
              ? 'Reason for booking a past time'
              : 'Reason for booking outside opening hours'
          }
          description="It’s kept in the audit log."
          autoComplete="off"
          maxLength={500}
          {...form.field('reason')}
        />
      )}
      <Row apart>
        <div>
          <span className={classes.price} id={priceId}>
            {formatDollars(total)}
          </span>
          {discount > 0 && (
            <Text as="span" tone="dim" block className={classes.note}>
              {discount}% off for members
            </Text>
          )}
        </div>
      </Row>
      <AttemptError error={form.problem} button="Book" />
      {takesMoney && (
        <div className={popover.split}>
          <button {...takes('cash')}>{takeLabel('cash', total)}</button>
          <button {...takes('desk_card')} className={popover.card}>
            Card
          </button>
        </div>
      )}
      <div className={popover.row}>
        <button
          type="button"
          className={takesMoney ? undefined : popover.primary}
          disabled={form.isPending}
          aria-describedby={priceId}
          onClick={book}
        >
          {takesMoney ? 'Book, Pay Later' : 'Book'}
        </button>
        <button type="button" disabled={form.isPending} onClick={() => onMore(account)}>
          More…
        </button>
      </div>
    </Stack>
  )
}
