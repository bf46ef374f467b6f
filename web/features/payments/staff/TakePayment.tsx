import { Checkbox, Menu, Textarea, TextInput } from '@mantine/core'
import { IconCash, IconCreditCard, IconDots } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import {
  type DeskPaymentMethod,
  type DueItem,
  type PayableItem,
  takeDeskPayment,
} from '../../../../shared/contract/payments/staffPayments.ts'
import { centsFromDollars, formatAmount, formatDollars } from '../../../../shared/domain/money/money.ts'
import { ApiError, isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { List, Text } from '../../../ui/layout.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import { toast } from '../../../ui/toast.ts'
import { receiptPath } from './paymentStatuses.ts'
import classes from './TakePayment.module.css'

type Request = z.input<(typeof takeDeskPayment)['body']>
export type TakenPayment = z.output<(typeof takeDeskPayment)['answer']>

const send = (json: Request, once: Once) => once('POST /api/admin/desk-payments', json)

/** Says what was taken, with the way to the receipt. */
const tellTaken = ({ message, receipt_id }: TakenPayment) =>
  toast.success(
    <>
      {message}{' '}
      {receipt_id && (
        <a href={receiptPath(receipt_id)} target="_blank" rel="noreferrer">
          Print receipt
        </a>
      )}
    </>,
  )

interface TakePaymentMenuProps {
  /** What is paid: of one customer. */
  items: readonly PayableItem[]
  /** Dollars, as they are shown; the server compares what is due. */
  amount: number
  /** Opens the dialog, for a note, a receipt by mail and other ways. */
  onOther: () => void
  onTaken?: ((answer: TakenPayment) => void) | undefined
}

/**
 * Items for the menu of something unpaid: one press takes the money. Mount it inside `Menu.Dropdown`; the menu must stay
 * mounted until the answer comes.
 */
export function TakePaymentMenu({ items, amount, onOther, onTaken }: TakePaymentMenuProps) {
  const take = useTakePayment({ items, amount, onOther, onTaken })
  if (items.length === 0) return null
  const due = formatDollars(centsFromDollars(amount))
  return (
    <>
      <Menu.Label>Take {due}</Menu.Label>
      <Menu.Item
        leftSection={<IconCash size={18} aria-hidden />}
        onClick={() => void take.take('cash')}
        disabled={take.isUnderWayOrDone}
      >
        Cash
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCreditCard size={18} aria-hidden />}
        onClick={() => void take.take('desk_card')}
        disabled={take.isUnderWayOrDone}
      >
        Card at the desk
      </Menu.Item>
      <Menu.Item leftSection={<IconDots size={18} aria-hidden />} onClick={onOther}>
        Other…
      </Menu.Item>
    </>
  )
}

/** Takes a payment once, in one press, and says how it went. What is due by now otherwise than shown is listed first. */
function useTakePayment({ items, amount, onOther, onTaken }: TakePaymentMenuProps) {
  const queryClient = useQueryClient()
  // What was sent, to be repeated as it is after a lost answer.
  const shown = useRef<Request['items'] | undefined>(undefined)
  const { attempt, isUnderWayOrDone } = useAttempt({
    async send(method: DeskPaymentMethod, once) {
      shown.current ??= await shownItems(queryClient, items, amount)
      return send({ items: shown.current, method }, once)
    },
    touches: touches.staff,
  })
  // A closed menu is rendered late (Activity): until then its items look as if nothing had been taken.
  const isTaken = useRef(false)
  return {
    // The menu fades: the second half of a double click must not take it again.
    isUnderWayOrDone,
    async take(method: DeskPaymentMethod): Promise<void> {
      if (isTaken.current) return
      const outcome = await attempt(method)
      if (!outcome) return
      if ('answer' in outcome) {
        isTaken.current = true
        tellTaken(outcome.answer)
        return onTaken?.(outcome.answer)
      }
      if (!outcome.unsure) shown.current = undefined
      if (isRefusal(outcome.error, 'due_changed')) onOther()
      else toast.error(outcome.error instanceof Error ? outcome.error.message : 'The payment was not taken.')
    },
  }
}

/** What was shown as due, by item: of several only the sum is on the screen, and has to be theirs. */
export async function shownItems(
  queryClient: QueryClient,
  items: readonly PayableItem[],
  amount: number,
): Promise<Request['items']> {
  if (items.length === 1) return items.map((item) => ({ ...item, amount }))
  const { items: due } = await queryClient.fetchQuery(dueItemsQuery(items))
  if (due.length === items.length && sumOf(due) === centsFromDollars(amount)) return due.map(shownItem)
  throw new ApiError(409, { code: 'due_changed', message: 'The amount due has changed.' })
}

/** What of these is still to be paid, with date and amount. */
const dueItemsQuery = (items: readonly PayableItem[]) => ({
  ...read('GET /api/admin/due-items', { id: items.map(({ id }) => id).join(',') }),
  staleTime: 0,
  gcTime: 0,
})
const shownItem = ({ kind, id, amount }: DueItem) => ({ kind, id, amount })
const sumOf = (items: readonly DueItem[]) =>
  items.reduce((cents, { amount }) => cents + centsFromDollars(amount), 0)

interface TakePaymentDialogProps {
  /** What may be paid: of one customer. What is due of it is asked for. Undefined: the dialog is closed. */
  of: readonly PayableItem[] | undefined
  onClose: () => void
  /** Which of several are ticked at first; all, unless said. */
  isTicked?: (item: DueItem) => boolean
  customer?: string | null
  /** Where the receipt goes, unless another address is entered. */
  email?: string | null
  onTaken?: (answer: TakenPayment) => void
}

/** Takes a payment at the desk for what is ticked of what is due, with a note, and with a receipt by mail or to print. */
export function TakePaymentDialog(props: TakePaymentDialogProps) {
  const { of, onClose } = props
  const due = useQuery({ ...dueItemsQuery(of ?? []), enabled: of !== undefined && of.length > 0 })
  return (
    <FormDialog of={of} onClose={onClose} title="Take Payment" long={of !== undefined && of.length > 3}>
      {(_, close) => (
        <Loaded query={due} height={260}>
          {(found) => <TakePayment {...props} onClose={close} due={found.items} />}
        </Loaded>
      )}
    </FormDialog>
  )
}

function TakePayment(props: TakePaymentDialogProps & { due: readonly DueItem[] }) {
  const { due, isTicked = () => true, onClose, customer, email, onTaken } = props
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const [toggled, setToggled] = useState<readonly string[]>([])
  const isChosen = (item: DueItem) => due.length === 1 || isTicked(item) !== toggled.includes(item.id)
  const toggle = (id: string) =>
    setToggled(toggled.includes(id) ? toggled.filter((one) => one !== id) : [...toggled, id])
  const chosen = due.filter(isChosen)
  const total = formatDollars(sumOf(chosen))
  const form = useForm({
    values: {
      method: 'cash' as DeskPaymentMethod,
      note: '',
      send_receipt: Boolean(email),
      receipt_email: email ?? '',
    },
    schema: takeDeskPayment.body,
    request: ({ method, note, send_receipt, receipt_email }) => ({
      ...{ items: chosen.map(shownItem), method, send_receipt },
      ...(note.trim() && { note }),
      ...(send_receipt && receipt_email.trim() && { receipt_email }),
    }),
    send,
    touches: touches.staff,
    onDone: (answer) => {
      tellTaken(answer)
      onClose()
      onTaken?.(answer)
    },
  })
  const lineOf = (item: DueItem) => (
    <span className={classes.item}>
      <span className={classes.name}>
        {item.participant_name ? `${item.title}, ${item.participant_name}` : item.title}
        <span className={classes.when}>{whenText(item.starts_at, zone)}</span>
      </span>
      <Text as="span" numbers>
        {formatAmount(item.amount)}
      </Text>
    </span>
  )
  return (
    <>
      {due.length === 0 && <Text>Nothing is due. It was just paid or canceled.</Text>}
      <List className={classes.due} aria-label="Due">
        {due.map((item) => (
          <li key={item.id}>
            {due.length === 1 ? (
              lineOf(item)
            ) : (
              <Checkbox
                label={lineOf(item)}
                classNames={{ body: classes.tick ?? '', labelWrapper: classes.line ?? '' }}
                checked={isChosen(item)}
                onChange={() => toggle(item.id)}
              />
            )}
          </li>
        ))}
      </List>
      <output className={classes.total}>
        <span>
          Total{due.length > 1 && ` of ${chosen.length} of ${due.length}`}
          {customer && ` from ${customer}`}
        </span>
        <strong>{total}</strong>
      </output>
      <Form
        form={form}
        label="Take payment"
        submit="Take Payment"
        onCancel={onClose}
        isIncomplete={chosen.length === 0}
      >
        <RadioTiles
          legend="How"
          name="take-payment"
          tiles={[
            { value: 'cash' as const, title: 'Cash', note: 'In the drawer' },
            { value: 'desk_card' as const, title: 'Card', note: "The desk's reader" },
            { value: 'other' as const, title: 'Other', note: 'Check, voucher' },
          ]}
          value={form.values.method}
          onPick={(method) => form.set({ method })}
        />
        <Textarea
          size="md"
          label="Note (optional)"
          description="For staff, with the payment."
          autosize
          minRows={1}
          maxLength={500}
          {...form.field('note')}
        />
        <Checkbox label="Mail the receipt" {...form.tick('send_receipt')} />
        {form.values.send_receipt && (
          <TextInput
            label="Email for the receipt"
            type="email"
            autoComplete="off"
            maxLength={254}
            {...form.field('receipt_email')}
          />
        )}
      </Form>
    </>
  )
}
