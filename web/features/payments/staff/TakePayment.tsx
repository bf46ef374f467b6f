import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Checkbox, Menu, Textarea, TextInput } from '@mantine/core'
import { IconCash, IconCreditCard, IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import type { z } from 'zod'
import {
  type DeskPaymentMethod,
  type PayableItem,
  takeDeskPayment,
} from '../../../../shared/contract/staffPayments.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money.ts'
import { api, unwrap } from '../../../api/client.ts'
import { refreshAfterPayment } from '../../../api/queries/staffPayments.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { toast } from '../../../ui/toast.ts'
import { receiptPath } from './paymentStatuses.ts'

type Request = z.input<(typeof takeDeskPayment)['body']>
export type TakenPayment = z.output<(typeof takeDeskPayment)['answer']>

const send = (json: Request, once: Once) => unwrap(api.admin['desk-payments'].$post({ json }, once(json)))

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

interface Payable {
  /** What is paid: of one customer. */
  items: readonly PayableItem[]
  /** Dollars, as they are shown; the server computes what is due. */
  amount: number
}

interface TakePaymentMenuProps extends Payable {
  /** Opens the dialog, for a note, a receipt by mail and other ways. */
  onOther: () => void
  onTaken?: (answer: TakenPayment) => void
}

/**
 * Items for the menu of something unpaid: one press takes the money. Mount it inside `Menu.Dropdown`; the menu must stay
 * mounted until the answer comes.
 */
export function TakePaymentMenu({ items, amount, onOther, onTaken }: TakePaymentMenuProps) {
  const take = useTakePayment(onTaken)
  if (items.length === 0) return null
  const due = formatDollars(centsFromDollars(amount))
  return (
    <>
      <Menu.Label>Take {due}</Menu.Label>
      <Menu.Item
        leftSection={<IconCash size={18} aria-hidden />}
        onClick={() => void take.take(items, 'cash')}
        disabled={take.isUnderWayOrDone}
      >
        Cash
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCreditCard size={18} aria-hidden />}
        onClick={() => void take.take(items, 'desk_card')}
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

/** Takes a payment once, in one press, and says how it went. */
function useTakePayment(onTaken?: (answer: TakenPayment) => void) {
  const { attempt, isUnderWayOrDone } = useAttempt({ send, refresh: refreshAfterPayment })
  // A closed menu is rendered late (Activity): until then its items look as if nothing had been taken.
  const isTaken = useRef(false)
  return {
    // The menu fades: the second half of a double click must not take it again.
    isUnderWayOrDone,
    async take(items: readonly PayableItem[], method: DeskPaymentMethod): Promise<void> {
      if (isTaken.current) return
      const outcome = await attempt({ items: [...items], method })
      if (!outcome) return
      if ('answer' in outcome) {
        isTaken.current = true
        tellTaken(outcome.answer)
        onTaken?.(outcome.answer)
      } else {
        toast.error(outcome.error instanceof Error ? outcome.error.message : 'The payment was not taken.')
      }
    },
  }
}

interface TakePaymentDialogProps extends Payable {
  opened: boolean
  onClose: () => void
  customer?: string | null
  /** Where the receipt goes, unless another address is entered. */
  email?: string | null
  onTaken?: (answer: TakenPayment) => void
}

/** Takes a payment at the desk, with a note, and with a receipt by mail or to print. */
export function TakePaymentDialog(props: TakePaymentDialogProps) {
  const { opened, onClose, items, amount, customer, email, onTaken } = props
  return (
    <Dialog opened={opened} onClose={onClose} title="Take Payment">
      <p className={dialogContent.text}>
        <strong>{formatDollars(centsFromDollars(amount))}</strong>
        {customer && ` from ${customer}`}
        {items.length > 1 && ` for ${items.length} bookings`}
      </p>
      <ServerForm
        label="Take payment"
        initialValues={{
          method: 'cash' as DeskPaymentMethod,
          note: '',
          send_receipt: Boolean(email),
          receipt_email: email ?? '',
        }}
        schema={takeDeskPayment.body}
        requestOf={({ method, note, send_receipt, receipt_email }) => ({
          ...{ items: [...items], method, send_receipt },
          ...(note.trim() && { note }),
          ...(send_receipt && receipt_email.trim() && { receipt_email }),
        })}
        send={send}
        refresh={refreshAfterPayment}
        submit="Take Payment"
        onCancel={onClose}
        onDone={(answer) => {
          tellTaken(answer)
          onClose()
          onTaken?.(answer)
        }}
      >
        {(form) => (
          <>
            <RadioTiles
              legend="How"
              name="take-payment"
              tiles={[
                { value: 'cash' as const, title: 'Cash', note: 'In the drawer' },
                { value: 'desk_card' as const, title: 'Card', note: "The desk's reader" },
                { value: 'other' as const, title: 'Other', note: 'Check, voucher' },
              ]}
              value={form.getValues().method}
              onPick={(value) => form.setFieldValue('method', value)}
            />
            <Textarea
              size="md"
              label="Note (optional)"
              description="For staff, with the payment."
              autosize
              minRows={1}
              maxLength={500}
              {...form.getInputProps('note')}
            />
            <Checkbox
              label="Mail the receipt"
              {...form.getInputProps('send_receipt', { type: 'checkbox' })}
            />
            {form.getValues().send_receipt && (
              <TextInput
                label="Email for the receipt"
                type="email"
                autoComplete="off"
                maxLength={254}
                {...form.getInputProps('receipt_email')}
              />
            )}
          </>
        )}
      </ServerForm>
    </Dialog>
  )
}
