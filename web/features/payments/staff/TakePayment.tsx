import { Button } from '@mantine/core'
import { IconShoppingBag } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { DeskPaymentMethod, PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import type { takeDeskPayment } from '../../../../shared/contract/payments/till.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { ApiError, isRefusal } from '../../../api/apiError.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import { toast } from '../../../ui/toast.ts'
import { Till } from './till/Till.tsx'
import { shownItem, sumOf, type TakenPayment, useTellTaken } from './till/taking.tsx'

type Request = z.input<(typeof takeDeskPayment)['body']>
type ShownItems = NonNullable<Request['items']>

const send = (json: Request, once: Once) => once('POST /api/admin/desk-payments', json)

interface Taking {
  /** What is paid: of one customer. */
  readonly items: readonly PayableItem[]
  /** Dollars, as they are shown; the server compares what is due. */
  readonly amount: number
  readonly method: DeskPaymentMethod
}

/**
 * Takes a payment in one press, and says how it went: answers whether it was taken. Where another amount is due by now than
 * was shown, it is not taken, and `onOther` lists what is.
 */
export function useTakeAtOnce(): (taking: Taking, onOther: () => void) => Promise<boolean> {
  const queryClient = useQueryClient()
  const tellTaken = useTellTaken()
  // What was sent, to be repeated as it is after a lost answer.
  const sent = useRef(new Map<string, ShownItems>())
  const { attempt } = useAttempt({
    async send({ items, amount, method }: Taking, once) {
      const key = items.map(({ id }) => id).join()
      const shown = sent.current.get(key) ?? (await shownItems(queryClient, items, amount))
      sent.current.set(key, shown)
      return send({ items: shown, method }, once)
    },
    touches: touches.staff,
    // The second half of a double click must not take it again: by then it is shown as paid.
    pendingUntilRefreshed: true,
  })
  return async (taking, onOther) => {
    const outcome = await attempt(taking)
    if (!outcome) return false
    if ('answer' in outcome || !outcome.unsure) sent.current.clear()
    if ('answer' in outcome) tellTaken(outcome.answer)
    else {
      const { error } = outcome
      toast.error(error instanceof Error ? error.message : 'The payment was not taken.')
      if (isRefusal(error, 'due_changed')) onOther()
    }
    return 'answer' in outcome
  }
}

/** What was shown as due, by item: of several only the sum is on the screen, and has to be theirs. */
export async function shownItems(
  queryClient: QueryClient,
  items: readonly PayableItem[],
  amount: number,
): Promise<ShownItems> {
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

interface TakePaymentDialogProps {
  /** What is paid first: bookings, lessons and registrations of one customer. Undefined, without a person: it is closed. */
  of?: readonly PayableItem[] | undefined
  /** Whose payment is taken, where nothing that is paid was pressed. */
  person?: string | undefined
  /** Open for goods alone, for nobody. */
  sells?: boolean
  onClose: () => void
  onTaken?: (answer: TakenPayment) => void
}

/** Takes a payment at the desk for what is ticked of all that a customer and the family owe. */
export function TakePaymentDialog({ of, person, sells = false, onClose, onTaken }: TakePaymentDialogProps) {
  const asked = of?.map(({ id }) => id) ?? []
  const isOpen = asked.length > 0 || person !== undefined || sells
  const till = useQuery({
    ...read('GET /api/admin/till', { id: asked.join(',') || undefined, user_id: person }),
    staleTime: 0,
    gcTime: 0,
    enabled: isOpen,
  })
  const goods = useQuery({ ...read('GET /api/admin/goods'), enabled: isOpen })
  return (
    <FormDialog of={isOpen || undefined} onClose={onClose} title="Take Payment" long wide="58.75rem">
      {(_, close) => (
        <Loaded query={till} height={440}>
          {(found) => (
            <Till
              {...found}
              asked={asked}
              goods={goods.data?.items ?? []}
              onStale={() => {
                void till.refetch()
                void goods.refetch()
              }}
              onTaken={(answer) => {
                close()
                onTaken?.(answer)
              }}
            />
          )}
        </Loaded>
      )}
    </FormDialog>
  )
}

/** Opens the till for goods, without a customer. */
export function SellButton() {
  const [selling, setSelling] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShoppingBag size={18} aria-hidden />}
        onClick={() => setSelling(true)}
      >
        Sell Goods
      </Button>
      <TakePaymentDialog sells={selling} onClose={() => setSelling(false)} />
    </>
  )
}
