import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { BookedLesson } from '../../../../shared/contract/lessons/lessons.ts'
import type { SelectedSlot } from '../../../../shared/domain/bookings/selection.ts'
import { centsFromDollars, dollarsFromCents, formatPrice } from '../../../../shared/domain/money/money.ts'
import {
  formatDay,
  formatMinutes,
  formatTimeRange,
  formatWallTimeRange,
} from '../../../../shared/domain/time/timeFormat.ts'
import { ApiError, isRefusal } from '../../../api/apiError.ts'
import { clientParticipantsQuery } from '../../../api/queries/coachSchedule.ts'
import { touches } from '../../../api/touches.ts'
import { type Form as FormState, useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Actions, Stack, Text } from '../../../ui/layout.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { ClientFields } from './ClientFields.tsx'
import { type BookingRequest, type ClientValues, clientOf, clientRequest } from './clientChoice.ts'
import { type LessonRun, runOf, wallTimesOf, whenOf } from './useLessonRun.ts'

/** What was booked. */
export interface ClientBooked {
  readonly message: string
  readonly booking: BookedLesson
  readonly calendar_url: string
  readonly undo: Undo
  /** Who takes part in place of the customer. */
  readonly participant: string | null
  /** By this browser's clock. */
  readonly doneAt: number
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
  /** Someone else has taken the time while the form was open. */
  isLost: boolean
  /** Times near it that are free, as far as the day is known. */
  nearest: () => readonly (readonly SelectedSlot[])[]
  /** Goes on with another time; the form keeps what was typed, and the focus. */
  onOther: (slots: readonly SelectedSlot[]) => void
  /** With what was typed, where the time was taken: it is not typed twice. */
  onClose: (typed: ClientValues | undefined) => void
  onBooked: (booked: ClientBooked) => void
}

/** Books the selected time for a client (spec 3 §2, §5). */
export function BookClientDialog({ run, onClose, ...props }: BookClientDialogProps) {
  // What was typed when the time turned out to be taken.
  const kept = useRef<ClientValues>(undefined)
  const close = (typed = kept.current) => {
    kept.current = undefined
    onClose(typed)
  }
  return (
    <FormDialog
      of={run ?? undefined}
      onClose={() => close()}
      title="Book Client"
      step={`${run?.cageId} ${run?.start.getTime()}`}
      long
      startsInField
    >
      {(shown) => (
        <BookClientForm
          {...props}
          run={shown}
          onClose={close}
          onTaken={(typed) => {
            kept.current = typed
          }}
        />
      )}
    </FormDialog>
  )
}

interface BookClientFormProps extends BookClientDialogProps {
  run: LessonRun
  /** Someone else has taken the time, or it has passed. */
  onTaken: (typed: ClientValues) => void
}

function BookClientForm(props: BookClientFormProps) {
  const { coachId, run, total, zone, typed, isLost, nearest, onOther, onClose, onBooked, onTaken } = props
  const queryClient = useQueryClient()
  const nameOf = ({ customer_id, participant_id }: BookingRequest) =>
    queryClient
      .getQueryData(clientParticipantsQuery(customer_id ?? '').queryKey)
      ?.find(({ id }) => id === participant_id)?.name ?? null
  const { day, startTime, minutes } = wallTimesOf(run, zone)
  const form: FormState<ClientValues> = useForm({
    values: typed,
    schema: clientRequest,
    request: (values: ClientValues): BookingRequest => ({
      coach_id: coachId,
      cage_id: run.cageId,
      lesson_date: day,
      start_time: startTime,
      duration_minutes: minutes,
      payment_method: 'on_arrival',
      ...(total !== null && { totalAmount: dollarsFromCents(total) }),
      ...clientOf(values),
    }),
    send: async (json: BookingRequest, once) => ({
      ...(await once('POST /api/lessons', json)),
      participant: nameOf(json),
      doneAt: Date.now(),
    }),
    touches: touches.lesson,
    fieldOf: { person_exists: 'phone', customer_not_found: 'customer' },
    onRefused: (error) => isTimeTaken(error) && onTaken(form.values),
    onDone: onBooked,
  })
  const isRefused = isTimeTaken(form.refusal)
  // What is being booked at this moment may show in the news before the answer is here.
  const isSeenTaken = isLost && !isRefused && !form.isBusy
  const isTaken = isRefused || isSeenTaken
  const leave = () => onClose(isTaken ? form.values : undefined)
  return (
    <Form
      form={isSeenTaken ? { ...form, problem: justTaken } : form}
      label="Book client"
      isIncomplete={isTaken}
      failure={isSeenTaken ? '' : 'Failed to create booking.'}
      submit="Book Lesson"
      onCancel={leave}
    >
      <PlaceBox
        title={`${run.cageName} · ${formatMinutes(minutes)}`}
        when={`${whenOf(run, zone)}${total === null ? '' : ` · ${formatPrice(total)}, paid on arrival`}`}
      />
      {isTaken && (
        <div>
          {/* That it was lost is said above the button that was pressed. */}
          <Text below="xs">Choose another time. We’ll keep what you typed.</Text>
          <Stack gap={8}>
            {nearest().map((slots) => {
              const other = runOf(slots)
              return (
                other && (
                  <Button
                    key={other.start.getTime()}
                    color="navy"
                    onClick={() => {
                      form.forgetProblem()
                      onOther(slots)
                    }}
                  >
                    {formatTimeRange(other.start, other.end, zone)}, {other.cageName}
                  </Button>
                )
              )
            })}
            <Button variant="default" onClick={leave}>
              Choose Another Time
            </Button>
          </Stack>
        </div>
      )}
      <ClientFields form={form} />
    </Form>
  )
}

const justTaken = new ApiError(409, {
  code: 'slots_taken',
  message: 'Someone else just booked this time.',
})

/** Refusals of the time: another one has to be chosen. */
const takenCodes = [
  'slots_taken',
  'lesson_time_taken',
  'no_free_cage',
  'coach_unavailable',
  'slot_in_past',
] as const

const isTimeTaken = (error: Error | null): boolean => takenCodes.some((code) => isRefusal(error, code))

/** The end of a booking (spec 3 §2): who, where and when. */
export function ClientBookedDialog({
  booked,
  onClose,
}: {
  booked: ClientBooked | null
  onClose: () => void
}) {
  return (
    <FormDialog of={booked ?? undefined} onClose={onClose} title="Booking Confirmed">
      {({ message, participant, booking, calendar_url }) => (
        <>
          <Text below="lg">{message}</Text>
          <PlaceBox
            title={`${formatDay(booking.lesson_date)}, ${formatWallTimeRange(booking)}`}
            when={[
              participant && `For ${participant}`,
              booking.cage_name,
              `${formatPrice(centsFromDollars(booking.total_cost))}, paid on arrival`,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
          <Actions>
            <Button color="stitch.6" onClick={onClose}>
              OK
            </Button>
            <a className={dialogContent.link} href={calendar_url} download="lesson.ics">
              Add to Calendar
            </a>
          </Actions>
        </>
      )}
    </FormDialog>
  )
}
