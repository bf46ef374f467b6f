import { Button, CloseButton, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { fewestSearchLetters } from '../../../../../shared/contract/people/people.ts'
import { slotMinutes } from '../../../../../shared/domain/bookings/slots.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import { useSalesTax } from '../../../../api/queries/facility.ts'
import { bookingCustomerQuery } from '../../../../api/queries/staffBookings.ts'
import { touches } from '../../../../api/touches.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { KnownByPhone } from '../../../../components/staff/KnownByPhone.tsx'
import { PersonPicker, useSearched } from '../../../../components/staff/PersonPicker.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { ignoreHeldKey } from '../../../../ui/pressGuard.ts'
import { PillChoice } from './PillChoice.tsx'
import classes from './QuickBooking.module.css'
import {
  bookedText,
  type DeskMethod,
  deskMethods,
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
  /** What is around it has its title and Close. */
  hasTitle: boolean
  /** The full form, for everything else. */
  onMore: (person: { id: string; full_name: string } | null) => void
}

/**
 * Books free cells for someone at the desk or on the phone: a name or none, and one press. Without a name it is for
 * 'Walk-in'. Enter in a field goes on to the next: only a press on the button that says so takes money.
 */
export function QuickBooking({ place, freeRows, onLength, onClose, onMore, hasTitle }: QuickBookingProps) {
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [account, setAccount] = useState<{ id: string; full_name: string } | null>(null)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const [method, setMethod] = useLocalStorage<DeskMethod>({
    key: 'desk-payment-method',
    defaultValue: 'cash',
    getInitialValueInEffect: false,
  })
  const priceId = useId()
  const phoneField = useRef<HTMLInputElement>(null)
  const firstButton = useRef<HTMLButtonElement>(null)
  const offerUndo = useOfferUndo()
  const customer = useQuery({ ...bookingCustomerQuery(account?.id ?? ''), enabled: account !== null }).data
  const discount = account ? (customer?.cage_discount_percent ?? 0) : 0
  const total = placePrice(place, discount, useSalesTax('cages'))
  const takesMoney = place.takesMoney && total > 0
  const booking = useAttempt({
    send: (request: { accountId: string | null; json: ReturnType<typeof quickRequest> }, once) =>
      request.accountId === null
        ? once('POST /api/guest-bookings', request.json)
        : once('POST /api/customers/:user_id/bookings', { user_id: request.accountId, ...request.json }),
    touches: touches.staff,
  })

  async function book(paidBy: DeskMethod | null) {
    if (place.rule && reason.trim() === '') return setIsReasonMissing(true)
    const accountId = account?.id ?? null
    const fields = { name, phone, accountId, reason, paidBy, total }
    const outcome = await booking.attempt({ accountId, json: quickRequest(place, fields) })
    if (!outcome || !('answer' in outcome)) return
    const { answer } = outcome
    const who = answer.bookings[0]?.customer_name ?? 'Walk-in'
    const message = bookedText(who, place, centsFromDollars(answer.total_amount), paidBy !== null)
    onClose()
    offerUndo({ message, undo: answer.undo })
  }

  /** Enter in a field goes to the first button, which says what it does. The name has its own way. */
  function goOn(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement && !event.defaultPrevented
    if (event.key !== 'Enter' || !isField) return
    event.preventDefault()
    firstButton.current?.focus()
  }

  function choose(person: { id: string | null; full_name: string; phone_number: string }) {
    setAccount(person.id ? { id: person.id, full_name: person.full_name } : null)
    setName(person.full_name)
    setPhone(person.phone_number)
  }

  const phoneProblem = problemOfPhone(booking.error)
  const lengths = lengthsFrom(freeRows)
  return (
    <form className={classes.form} onKeyDown={goOn} onKeyDownCapture={ignoreHeldKey}>
      {!hasTitle && (
        <div className={classes.head}>
          <strong>{place.title}</strong>
          <CloseButton aria-label="Close" size="lg" onClick={onClose} />
        </div>
      )}
      {lengths.length > 1 && (
        <PillChoice
          legend="Length"
          value={place.minutes / slotMinutes}
          onPick={onLength}
          options={lengths.map(({ rows, label }) => ({ value: rows, label }))}
        />
      )}
      <div className={classes.fields}>
        <PersonPicker
          label="Name"
          placeholder="Walk-in"
          startsHere
          value={account}
          onChange={(person) => {
            setAccount(person)
            if (person) setName(person.full_name)
          }}
          usePeople={useSearched}
          fewestLetters={fewestSearchLetters}
          newPerson={{
            name,
            onName: setName,
            onEnter: () => (account ? firstButton : phoneField).current?.focus(),
          }}
        />
        <TextInput
          ref={phoneField}
          label="Phone"
          placeholder="Optional"
          type="tel"
          autoComplete="off"
          maxLength={40}
          value={phone}
          error={phoneProblem}
          onChange={({ currentTarget }) => {
            setPhone(currentTarget.value)
            setAccount(null)
            if (phoneProblem) booking.forgetError()
          }}
        />
      </div>
      {account ? (
        <p className={classes.known}>Books for the account of {account.full_name}.</p>
      ) : (
        <KnownByPhone phone={phone} onPick={choose} />
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
          value={reason}
          error={isReasonMissing && 'Enter a reason.'}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value)
            setIsReasonMissing(false)
          }}
        />
      )}
      <div className={classes.pay}>
        <div>
          <span className={classes.price} id={priceId}>
            {formatDollars(total)}
          </span>
          {discount > 0 && <span className={classes.note}>{discount} % off for a member</span>}
        </div>
        {takesMoney && (
          <PillChoice legend="Paid by" value={method} onPick={setMethod} options={deskMethods} />
        )}
      </div>
      {!phoneProblem && <AttemptError error={booking.error} button="Book" />}
      {takesMoney && (
        <Button
          ref={firstButton}
          color="stitch.6"
          fullWidth
          loading={booking.isPending}
          onClick={() => void book(method)}
        >
          {takeLabel(method, total)}
        </Button>
      )}
      <div className={classes.buttons}>
        <Button
          {...(takesMoney ? { variant: 'default', disabled: booking.isPending } : { ref: firstButton })}
          {...(!takesMoney && { color: 'stitch.6', loading: booking.isPending })}
          aria-describedby={priceId}
          onClick={() => void book(null)}
        >
          {takesMoney ? 'Book, Pay Later' : 'Book'}
        </Button>
        <Button variant="subtle" disabled={booking.isPending} onClick={() => onMore(account)}>
          More…
        </Button>
      </div>
    </form>
  )
}

/** The server knows which numbers can exist. */
function problemOfPhone(error: Error | null): string | undefined {
  if (!isRefusal(error, 'invalid_input') || !Array.isArray(error.details)) return undefined
  const problems = error.details as { path: string[]; message: string }[]
  return problems.find(({ path }) => path.includes('guest_phone'))?.message
}
