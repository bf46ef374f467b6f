import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCash, IconCheck, IconCreditCard, IconDots, IconMail, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { DeskPaymentMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import { type DueItem, type Good, takeDeskPayment } from '../../../../../shared/contract/payments/till.ts'
import { quickAmounts } from '../../../../../shared/domain/money/drawer.ts'
import { formatDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { taxOf } from '../../../../../shared/domain/money/salesTax.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { touches } from '../../../../api/touches.ts'
import { type Form as FormState, useForm } from '../../../../components/form/useForm.ts'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import { Grid, Text } from '../../../../ui/layout.tsx'
import { MoneyField } from '../../../../ui/NumberField.tsx'
import { moneyText, readNumber } from '../../../../ui/typedNumber.ts'
import { openReceipt } from '../paymentStatuses.ts'
import { DueList } from './DueList.tsx'
import { type Basket, basketLines, GoodsPicker } from './GoodsPicker.tsx'
import classes from './Till.module.css'
import { Totals } from './Totals.tsx'
import { type Customer, shownItem, sumOf, type TakenPayment, useTellTaken } from './taking.tsx'
import { arrivingWith, isTickedAtFirst } from './tillRules.ts'

interface TillProps {
  customer: Customer
  items: readonly DueItem[]
  /** The ids of what was pressed; none where the till was opened for a person. */
  asked: readonly string[]
  goods: readonly Good[]
  /** Someone else has changed what is due. */
  onStale: () => void
  onTaken: (answer: TakenPayment) => void
}

interface TillValues {
  readonly method: DeskPaymentMethod
  /** The cash received as it is typed; empty: exactly the total. */
  readonly tendered: string
  readonly note: string
  readonly mail: boolean
  readonly receipt_email: string
  readonly check_in: boolean
}

/** What is due on the left, how it is paid on the right. Enter in Cash Received takes it. */
export function Till({ customer, items, asked, goods, onStale, onTaken }: TillProps) {
  const facility = useQuery(facilityQuery).data
  const zone = facility?.time_zone ?? 'UTC'
  const now = useMinuteClock()
  const tellTaken = useTellTaken()
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    items.filter((item) => isTickedAtFirst(item, items, { asked, customer, now, zone })).map(({ id }) => id),
  )
  const [printing, setPrinting] = useLocalStorage({ key: 'till-prints', defaultValue: false })
  const chosen = items.filter(({ id }) => ticked.includes(id))
  const [basket, setBasket] = useState<Basket>({})
  const lines = basketLines(goods, basket, ({ tax_class }) => taxOf(facility, tax_class))
  const total = sumOf([...chosen, ...lines])
  const arriving = arrivingWith(chosen, now)
  const form = useForm({
    values: {
      ...{ method: 'cash', tendered: '', note: '', check_in: true },
      ...{ mail: Boolean(customer?.email), receipt_email: customer?.email ?? '' },
    } as TillValues,
    schema: takeDeskPayment.body,
    request: ({ method, tendered, note, mail, receipt_email, check_in }) => ({
      items: chosen.map((item) => ({ ...shownItem(item), check_in: check_in && arriving.includes(item) })),
      goods: lines.map(({ good: { id }, quantity, amount }) => ({ id, quantity, amount })),
      ...(customer?.id && { customer_id: customer.id }),
      method,
      ...(method === 'cash' && tendered.trim() && { tendered: readNumber(tendered) }),
      ...(note.trim() && { note }),
      send_receipt: mail,
      ...(mail && receipt_email.trim() && { receipt_email }),
    }),
    send: (json, once) => once('POST /api/admin/desk-payments', json),
    touches: touches.staff,
    fieldOf: { tendered_short: 'tendered', no_receipt_address: 'receipt_email' },
    onRefused: onStale,
    onDone: (answer) => {
      if (printing && answer.receipt_id) openReceipt(answer.receipt_id, { printing })
      tellTaken(answer)
      onTaken(answer)
    },
  })
  const nothing =
    items.length === 0 && (customer || asked.length > 0) ? (
      <Text className={classes.customer}>{customer?.name ?? 'This customer'} owes nothing.</Text>
    ) : null
  if (items.length + goods.length === 0)
    return nothing ?? <Text>Nothing for sale yet. An admin adds goods in Settings.</Text>
  const { method } = form.values
  const tendered = form.values.tendered.trim() ? Math.round(readNumber(form.values.tendered) * 100) : null
  const isShort = method === 'cash' && tendered !== null && tendered < total
  const change = method === 'cash' && tendered !== null && tendered > total ? tendered - total : 0
  return (
    <Grid className={classes.till}>
      <section className={classes.list} aria-label="What is due">
        {nothing}
        {customer && items.length > 0 && (
          <p className={classes.customer}>{[customer.name, customer.phone].filter(Boolean).join(' · ')}</p>
        )}
        <DueList
          items={items}
          ticked={ticked}
          onTick={setTicked}
          disabled={form.isBusy || form.isUnsure}
          customer={customer}
          today={facilityDay(now, zone)}
          {...{ now, zone }}
        />
        <GoodsPicker
          goods={goods}
          lines={lines}
          disabled={form.isBusy || form.isUnsure}
          onChange={({ id }, quantity) => setBasket({ ...basket, [id]: quantity })}
        />
        <Totals
          chosen={[...chosen, ...lines]}
          count={chosen.length + lines.reduce((sum, { quantity }) => sum + quantity, 0)}
          total={total}
        />
      </section>
      <div className={classes.pay}>
        <Form
          form={form}
          label="Take payment"
          submit={isShort ? `${formatDollars(total - tendered)} short` : takeText(method, total)}
          isIncomplete={total === 0 || isShort || Number.isNaN(tendered)}
          more={
            change > 0 && (
              <p aria-hidden className={classes.atFoot}>
                Change {formatDollars(change)}
              </p>
            )
          }
        >
          <Methods value={method} onPick={(picked) => form.set({ method: picked })} />
          {method === 'cash' && <Cash form={form} total={total} tendered={tendered} change={change} />}
          {method === 'desk_card' && (
            <Text>Charge {formatDollars(total)} on the reader, then press Paid.</Text>
          )}
          {method === 'other' && (
            <Textarea
              size="sm"
              label="Note"
              description="For staff, with the payment: a check’s number, a voucher."
              autosize
              minRows={1}
              maxLength={500}
              {...form.field('note')}
            />
          )}
          <ReceiptChoice form={form} printing={printing} onPrinting={setPrinting} />
          {arriving.length > 0 && (
            <Checkbox
              label={
                arriving.length === 1
                  ? `Check in to ${arriving[0]?.title} as well`
                  : `Check in to ${arriving.length} bookings as well`
              }
              {...form.tick('check_in')}
            />
          )}
        </Form>
      </div>
    </Grid>
  )
}

function takeText(method: DeskPaymentMethod, cents: number): string {
  if (cents === 0) return 'Nothing Chosen'
  if (method === 'cash') return `Take ${formatDollars(cents)} Cash`
  return method === 'desk_card' ? `Paid ${formatDollars(cents)} by Card` : `Take ${formatDollars(cents)}`
}

const methods = [
  { value: 'cash', label: 'Cash', Icon: IconCash },
  { value: 'desk_card', label: 'Card', Icon: IconCreditCard },
  { value: 'other', label: 'Other', Icon: IconDots },
] as const

function Methods(props: { value: DeskPaymentMethod; onPick: (method: DeskPaymentMethod) => void }) {
  const name = useId()
  return (
    <fieldset className={classes.methods} aria-label="How it is paid">
      {methods.map(({ value, label, Icon }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === props.value}
            onChange={() => props.onPick(value)}
          />
          <Icon size={18} aria-hidden /> {label}
        </label>
      ))}
    </fieldset>
  )
}

interface PartProps {
  form: FormState<TillValues>
}

interface CashProps extends PartProps {
  total: number
  tendered: number | null
  change: number
}

/** What was given, by typing or one press, and what goes back. */
function Cash({ form, total, tendered, change }: CashProps) {
  const field = useRef<HTMLInputElement>(null)
  // Not under a thumb: the keyboard would hide what is due.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return (
    <>
      <MoneyField
        ref={field}
        label="Cash Received"
        placeholder={moneyText(total / 100)}
        className={classes.received ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
        {...form.bind('tendered')}
      />
      {total > 0 && (
        <Grid gap={8} className={classes.quick}>
          {quickAmounts(total).map((cents) => (
            <Button
              key={cents}
              variant="default"
              className={classes.amount ?? ''}
              aria-pressed={tendered === cents}
              onClick={() => form.set({ tendered: moneyText(cents / 100) })}
            >
              {formatRate(cents)}
            </Button>
          ))}
        </Grid>
      )}
      <output className={classes.change} data-none={change === 0 || undefined}>
        <span>{change > 0 ? 'Change to give' : 'No change to give'}</span>
        {change > 0 && <strong>{formatDollars(change)}</strong>}
      </output>
    </>
  )
}

interface ReceiptChoiceProps extends PartProps {
  printing: boolean
  onPrinting: (printing: boolean) => void
}

/** By mail, on paper, both or neither. */
function ReceiptChoice({ form, printing, onPrinting }: ReceiptChoiceProps) {
  const { mail } = form.values
  return (
    <Grid as="fieldset" gap={8} className={classes.receipt}>
      <legend>Receipt</legend>
      <Grid gap={8} className={classes.ways}>
        <Button
          variant="default"
          aria-pressed={mail}
          leftSection={<IconMail size={18} aria-hidden />}
          rightSection={mail && <IconCheck size={18} aria-hidden />}
          onClick={() => form.set({ mail: !mail })}
        >
          Email
        </Button>
        <Button
          variant="default"
          aria-pressed={printing}
          leftSection={<IconPrinter size={18} aria-hidden />}
          rightSection={printing && <IconCheck size={18} aria-hidden />}
          onClick={() => onPrinting(!printing)}
        >
          Print
        </Button>
      </Grid>
      {mail && (
        <TextInput
          aria-label="Email for the receipt"
          placeholder="Email for the receipt"
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.field('receipt_email')}
        />
      )}
    </Grid>
  )
}
