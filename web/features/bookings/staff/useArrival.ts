import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { AnswerOf, InputOf } from '../../../api/call.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { payableOf, seenItems } from '../../payments/staff/payableOf.ts'
import { shownItems } from '../../payments/staff/TakePayment.tsx'

type Sent = InputOf<'POST /api/admin/arrivals'>

/** How what is due is taken; null: later. */
export type Taking = 'cash' | 'desk_card' | null

interface Arriving {
  readonly booking: ListedBooking
  readonly method: Taking
}

/**
 * Checks in who arrives for a row of the staff's lists, and takes what it costs at the same time: one press, done at once,
 * undone as a whole. Who is in already can pay by it, too.
 */
export function useArrival() {
  const offerUndo = useOfferUndo()
  const queryClient = useQueryClient()
  // What was sent, to be repeated as it is after a lost answer.
  const sent = useRef(new Map<string, Sent['items']>())
  const waiting = useRef(new Set<string>())
  const last = useRef(Promise.resolve(true))
  const { attempt } = useAttempt<Arriving, AnswerOf<'POST /api/admin/arrivals'>>({
    async send({ booking, method }, once) {
      const key = `${booking.id} ${method}`
      const items = sent.current.get(key) ?? (await itemsFor(booking, method))
      sent.current.set(key, items)
      return once('POST /api/admin/arrivals', { items, ...(method && { method }) })
    },
    touches: touches.staff,
    pendingUntilRefreshed: true,
  })

  async function itemsFor(booking: ListedBooking, method: Taking): Promise<Sent['items']> {
    const seen = seenItems(booking).map(({ kind, id }) => ({ kind, id }))
    if (method === null) return seen
    const due = await shownItems(queryClient, payableOf(booking), booking.total_cost)
    return seen.map((item) => ({ ...item, amount: due.find(({ id }) => id === item.id)?.amount }))
  }

  async function arriveNow(booking: ListedBooking, method: Taking): Promise<boolean> {
    const outcome = await attempt({ booking, method })
    waiting.current.delete(booking.id)
    if (!outcome) return false
    if ('answer' in outcome || !outcome.unsure) sent.current.clear()
    if ('error' in outcome) tellProblem(outcome.error)
    else offerUndo(outcome.answer)
    return 'answer' in outcome
  }

  /** Whether it was done. Those who arrive together wait for each other; a second press for the same one does nothing. */
  return function arrive(booking: ListedBooking, method: Taking): Promise<boolean> {
    if (waiting.current.has(booking.id)) return Promise.resolve(false)
    waiting.current.add(booking.id)
    last.current = last.current.then(() => arriveNow(booking, method))
    return last.current
  }
}
