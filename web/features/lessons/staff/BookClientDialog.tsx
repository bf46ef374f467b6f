import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookedLesson, ExistingPeople } from '../../../../shared/contract/lessons.ts'
import type { Undo } from '../../../../shared/contract/staffChanges.ts'
import { centsFromDollars, dollarsFromCents, formatPrice } from '../../../../shared/domain/money.ts'
import { formatDay, formatMinutes, formatWallTime } from '../../../../shared/domain/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { api, unwrap } from '../../../api/client.ts'
import { refreshPortal } from '../../../api/queries/coachPortal.ts'
import { clientParticipantsQuery } from '../../../api/queries/coachSchedule.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { ClientFields } from './ClientFields.tsx'
import { type BookingRequest, type ClientValues, clientOf, clientRequest, noClient } from './clientChoice.ts'
import { type LessonRun, wallTimesOf, whenOf } from './useLessonRun.ts'

/** What was booked. */
export interface ClientBooked {
  readonly message: string
  readonly booking: BookedLesson
  readonly calendar_url: string
  readonly undo: Undo
  /** Who takes part in place of the customer. */
  readonly participant: string | null
}

interface BookClientDialogProps {
  coachId: string
  /** Where and when; null: the dialog is closed. */
  run: LessonRun | null
  /** In cents, as the coach sees it. */
  total: number | null
  zone: string
  onClose: () => void
  onBooked: (booked: ClientBooked) => void
}

/** Books the selected time for a client (spec 3 §2, §5). */
export const BookClientDialog = (props: BookClientDialogProps) => (
  <Dialog opened={props.run !== null} onClose={props.onClose} title="Book Client" long startsInField>
    {props.run && <BookClientForm {...props} run={props.run} />}
  </Dialog>
)

function BookClientForm(props: BookClientDialogProps & { run: LessonRun }) {
  const { coachId, run, total, zone, onClose, onBooked } = props
  const queryClient = useQueryClient()
  const [existing, setExisting] = useState<ExistingPeople['people']>([])
  const nameOf = ({ customer_id, participant_id }: BookingRequest) =>
    queryClient
      .getQueryData(clientParticipantsQuery(customer_id ?? '').queryKey)
      ?.find(({ id }) => id === participant_id)?.name ?? null
  const { day, startTime, minutes } = wallTimesOf(run, zone)
  return (
    <ServerForm
      label="Book client"
      initialValues={noClient}
      schema={clientRequest}
      requestOf={(values: ClientValues) => ({
        coach_id: coachId,
        cage_id: run.cageId,
        lesson_date: day,
        start_time: startTime,
        duration_minutes: minutes,
        payment_method: 'on_arrival',
        ...(total !== null && { totalAmount: dollarsFromCents(total) }),
        ...clientOf(values),
      })}
      send={async (json, once) => {
        try {
          const booked = await unwrap(api.lessons.$post({ json }, once(json)))
          return { ...booked, participant: nameOf(json) }
        } catch (error) {
          if (isRefusal(error, 'person_exists')) setExisting((error.details as ExistingPeople).people)
          throw error
        }
      }}
      refresh={refreshPortal}
      fieldOf={(error) => fields.find(([code]) => isRefusal(error, code))?.[1]}
      failure="Failed to create booking."
      submit="Book Lesson"
      onCancel={onClose}
      onDone={onBooked}
    >
      {(form) => (
        <>
          <PlaceBox
            title={`${run.cageName} · ${formatMinutes(minutes)}`}
            when={`${whenOf(run, zone)}${total === null ? '' : ` · ${formatPrice(total)}, paid on arrival`}`}
          />
          <ClientFields form={form} existing={existing} onExisting={setExisting} />
        </>
      )}
    </ServerForm>
  )
}

/** Refusals that are about a field of the form. */
const fields = [
  ['person_exists', 'phone'],
  ['customer_not_found', 'customer'],
] as const

/** The end of a booking (spec 3 §2): who, where and when. */
export function ClientBookedDialog({
  booked,
  onClose,
}: {
  booked: ClientBooked | null
  onClose: () => void
}) {
  return (
    <Dialog opened={booked !== null} onClose={onClose} title="Booking Confirmed">
      {booked && (
        <>
          <p className={dialogContent.text}>{booked.message}</p>
          <PlaceBox
            title={`${formatDay(booked.booking.lesson_date)}, ${formatWallTime(booked.booking.start_time)} - ${formatWallTime(booked.booking.end_time)}`}
            when={[
              booked.participant && `For ${booked.participant}`,
              booked.booking.cage_name,
              `${formatPrice(centsFromDollars(booked.booking.total_cost))}, paid on arrival`,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
          <div className={dialogContent.buttons}>
            <Button color="stitch.6" onClick={onClose}>
              OK
            </Button>
            <a className={dialogContent.link} href={booked.calendar_url} download="lesson.ics">
              Add to Calendar
            </a>
          </div>
        </>
      )}
    </Dialog>
  )
}
