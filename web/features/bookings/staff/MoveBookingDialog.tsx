import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { ErrorCode } from '../../../../shared/contract/errors.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { ApiError, mayOverride } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { refreshStaffBookings } from '../../../api/queries/staffBookings.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { updateCages, updateLesson } from './bookingCalls.ts'
import { rowName, whenOf } from './bookingTexts.ts'
import classes from './CreateBooking.module.css'
import { MoveFields } from './MoveFields.tsx'
import { cageMove, lessonMove, type MoveForm, type MoveTarget, moveForm, moveFormOf } from './moveForm.ts'

interface MoveBookingDialogProps {
  /** A cage booking or lesson; undefined: the dialog is closed. */
  booking: ListedBooking | undefined
  /** Where it goes, after a drag or by keys: then just Enter confirms it. */
  to?: MoveTarget | undefined
  onClose: () => void
  /** With the sentence that was shown. */
  onMoved?: ((message: string) => void) | undefined
}

/** Moves a cage booking or lesson to another day, time or cage, and tells the customer, or does not (spec 3 §2). */
export function MoveBookingDialog({ booking, to, onClose, onMoved }: MoveBookingDialogProps) {
  const facility = useQuery(facilityQuery).data
  return (
    <Dialog opened={booking !== undefined} onClose={onClose} title="Move Booking" long startsInField>
      {booking && facility ? (
        <MoveBooking
          key={booking.id}
          booking={booking}
          to={to}
          facility={facility}
          onClose={onClose}
          onMoved={onMoved}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton height={64} radius="md" />
          <Skeleton height={180} radius="md" mt="md" />
        </div>
      )}
    </Dialog>
  )
}

interface MoveBookingProps extends Omit<MoveBookingDialogProps, 'booking'> {
  booking: ListedBooking
  facility: Facility
}

function MoveBooking({ booking: shown, to, facility, onClose, onMoved }: MoveBookingProps) {
  const zone = facility.time_zone
  const offerUndo = useOfferUndo()
  // As it was when the dialog opened: what has been changed since is refused, and not taken over unseen.
  const [booking] = useState(shown)
  const [price, setPrice] = useState<number | null>(null)
  const [overridable, setOverridable] = useState(false)
  async function send(
    form: MoveForm,
    once: Parameters<typeof updateCages>[2],
  ): Promise<{ message: string; undo: Undo }> {
    try {
      if (booking.kind === 'lesson')
        return await updateLesson(booking, lessonMove(booking, form, price), once)
      const json = cageMove(booking, form, price, zone)
      if (!json) throw new ApiError(400, { code: 'clocks_change', message: 'The clocks skip that time.' })
      return await updateCages(booking, json, once)
    } catch (error) {
      setOverridable(mayOverride(error))
      throw error
    }
  }
  return (
    <ServerForm
      label="Move booking"
      initialValues={moveFormOf(booking, to, zone)}
      schema={moveForm}
      requestOf={(values: MoveForm) => values}
      send={send}
      refresh={refreshStaffBookings}
      fieldOf={(error) => (error instanceof ApiError ? fields[error.code as ErrorCode] : undefined)}
      submit="Move Booking"
      startsAtSubmit={to !== undefined}
      onCancel={onClose}
      onDone={({ message, undo }) => {
        offerUndo({ message, undo })
        onMoved?.(message)
        onClose()
      }}
    >
      {(form) => (
        <div className={classes.columns}>
          <PlaceBox
            label="Now"
            title={`${booking.participant_name ?? rowName(booking)} · ${booking.cage_name ?? booking.item_name}`}
            when={whenOf(booking, zone)}
            old
          />
          <MoveFields
            form={form}
            booking={booking}
            facility={facility}
            overridable={overridable}
            startsHere={to === undefined}
            onPrice={setPrice}
          />
        </div>
      )}
    </ServerForm>
  )
}

/** Refusals that are about a field of the form. */
const fields: Partial<Record<ErrorCode, keyof MoveForm>> = {
  cage_not_found: 'cage_id',
  no_free_cage: 'cage_id',
  slots_taken: 'start_time',
  lesson_time_taken: 'start_time',
  coach_unavailable: 'start_time',
  clocks_change: 'start_time',
  slot_in_past: 'start_time',
  facility_closed: 'start_time',
  move_changes_nothing: 'start_time',
  slot_too_far_ahead: 'day',
  move_costs_more: 'difference',
}
