import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { BookedLesson, ExistingPeople } from '../../../../shared/contract/lessons/lessons.ts'
import { centsFromDollars, dollarsFromCents, formatPrice } from '../../../../shared/domain/money/money.ts'
import { formatDay, formatMinutes, formatWallTime } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { refreshPortal } from '../../../api/queries/coachPortal.ts'
import { clientParticipantsQuery } from '../../../api/queries/coachSchedule.ts'
import { ServerForm } from '../../../components/staff/ServerForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { ClientFields } from './ClientFields.tsx'
import { type BookingRequest, type ClientValues, clientOf, clientRequest } from './clientChoice.ts'
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
  /** What was typed for a time that someone else has taken. */
  typed: ClientValues
  /** With what was typed, where the time was taken: it is not typed twice. */
  onClose: (typed?: ClientValues) => void
  onBooked: (booked: ClientBooked) => void
}

/** Books the selected time for a client (spec 3 §2, §5). */
export function BookClientDialog(props: BookClientDialogProps) {
  const { run, typed, onClose } = props
  const values = useRef(typed)
  const [isTaken, setTaken] = useState(false)
  const close = () => {
    setTaken(false)
    onClose(isTaken ? values.current : undefined)
  }
  return (
    <Dialog opened={run !== null} onClose={close} title="Book Client" long startsInField>
      {run && (
        <BookClientForm
          {...props}
          run={run}
          onClose={close}
          onType={(now) => {
            values.current = now
          }}
          isTaken={isTaken}
          onTaken={() => setTaken(true)}
        />
      )}
    </Dialog>
  )
}

interface BookClientFormProps extends BookClientDialogProps {
  run: LessonRun
  onType: (values: ClientValues) => void
  /** Someone else has taken the time, or it has passed. */
  isTaken: boolean
  onTaken: () => void
}

function BookClientForm(props: BookClientFormProps) {
  const { coachId, run, total, zone, typed, onClose, onBooked, onType, isTaken, onTaken } = props
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
      initialValues={typed}
      onType={onType}
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
          const booked = await once('POST /api/lessons', json)
          return { ...booked, participant: nameOf(json) }
        } catch (error) {
          if (isRefusal(error, 'person_exists')) setExisting((error.details as ExistingPeople).people)
          if (takenCodes.some((code) => isRefusal(error, code))) onTaken()
          throw error
        }
      }}
      isIncomplete={() => isTaken}
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
          {isTaken && (
            <div>
              <p className={dialogContent.notice}>This time is no longer free. We’ll keep what you typed.</p>
              <Button color="stitch.6" fullWidth onClick={() => onClose()}>
                Choose Another Time
              </Button>
            </div>
          )}
          <ClientFields form={form} existing={existing} onExisting={setExisting} />
        </>
      )}
    </ServerForm>
  )
}

/** Refusals of the time: another one has to be chosen. */
const takenCodes = [
  'slots_taken',
  'lesson_time_taken',
  'no_free_cage',
  'coach_unavailable',
  'slot_in_past',
] as const

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
