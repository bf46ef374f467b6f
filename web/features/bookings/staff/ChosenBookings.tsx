import { Button } from '@mantine/core'
import { IconCheck, IconMessage, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { mostMessagedAtOnce } from '../../../../shared/contract/messages/reminders.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { MessageEveryoneDialog } from '../../../components/staff/reminders/MessageEveryoneDialog.tsx'
import { tellProblem } from '../../../components/staff/tellProblem.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { FilterLine } from '../../../ui/staff/ToolbarPage.tsx'
import { seenItems } from '../../payments/staff/payableOf.ts'

interface ChosenBookingsProps {
  bookings: readonly ListedBooking[]
  /** Whether all of them can be checked in now. */
  canArrive: boolean
  onDone: () => void
}

/** In place of the filters while rows are picked: what is done with all of them. */
export function ChosenBookings({ bookings, canArrive, onDone }: ChosenBookingsProps) {
  const { arrive, isPending } = useArriveTogether()
  const [isWriting, setWriting] = useState(false)
  const count = bookings.length === 1 ? '1 Booking' : `${bookings.length} Bookings`
  const [first, ...others] = bookings.flatMap(({ ids, kind }) => ids.map((id) => ({ id, kind })))
  return (
    <FilterLine stays>
      <strong role="status">{bookings.length} selected</strong>
      {canArrive && (
        <Button
          color="navy.7"
          loading={isPending}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={async () => {
            if (await arrive(bookings)) onDone()
          }}
        >
          Check In {count}
        </Button>
      )}
      {first && others.length < mostMessagedAtOnce ? (
        <>
          <Button
            variant="default"
            leftSection={<IconMessage size={18} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            Message
          </Button>
          <MessageEveryoneDialog
            about={first.kind}
            aboutId={first.id}
            alsoIds={others.map(({ id }) => id)}
            title={count.toLowerCase()}
            opened={isWriting}
            onClose={() => setWriting(false)}
          />
        </>
      ) : (
        <span>Select {mostMessagedAtOnce} bookings or fewer to message them.</span>
      )}
      <Button variant="default" leftSection={<IconX size={18} aria-hidden />} onClick={onDone}>
        Clear Selection
      </Button>
    </FilterLine>
  )
}

/** Checks in all that were picked, of several customers too, in one change that is undone as a whole; no money is taken. */
function useArriveTogether() {
  const offerUndo = useOfferUndo()
  const { attempt, isPending } = useAttempt({
    send: (bookings: readonly ListedBooking[], once) =>
      once('POST /api/admin/arrivals', {
        items: bookings.flatMap((booking) => seenItems(booking).map(({ kind, id }) => ({ kind, id }))),
      }),
    touches: touches.staff,
  })
  return {
    isPending,
    async arrive(bookings: readonly ListedBooking[]): Promise<boolean> {
      const outcome = await attempt(bookings)
      if (!outcome) return false
      if ('error' in outcome) {
        tellProblem(outcome.error)
        return false
      }
      const [only] = bookings.length === 1 ? [outcome.answer.message] : []
      offerUndo({ ...outcome.answer, message: only ?? `${bookings.length} bookings are checked in.` })
      return true
    },
  }
}
