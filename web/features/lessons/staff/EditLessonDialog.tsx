import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { nextStatuses } from '../../../../shared/domain/bookings/bookingStatus.ts'
import { isUnsure } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import { CoachDayGrid } from './CoachDayGrid.tsx'
import { whoComes } from './coachGrid.ts'
import classes from './EditLessonDialog.module.css'
import { moneyLine } from './lessonTexts.ts'
import { type EditableLesson, useLessonEdit } from './useLessonEdit.ts'
import { whenOf } from './useLessonRun.ts'

/** What is said of a change, and how it is undone. */
export interface LessonSaved {
  readonly message: string
  readonly changed: { readonly message: string; readonly undo: Undo }
}

interface EditLessonDialogProps {
  /** As it is now; undefined: the dialog is closed. */
  lesson: EditableLesson | undefined
  onClose: () => void
  onSaved: (saved: LessonSaved) => void
}

/** Changes status, notes, time and cage of a lesson that the coach gives (spec 3 §2). */
export function EditLessonDialog({ lesson, onClose, onSaved }: EditLessonDialogProps) {
  const facility = useQuery(facilityQuery).data
  if (!lesson || !facility) return null
  return (
    <LessonEdit key={lesson.id} lesson={lesson} facility={facility} onClose={onClose} onSaved={onSaved} />
  )
}

const statusTiles: Readonly<Record<BookingStatus, string>> = {
  'pending payment': 'Pending payment',
  paid: 'Paid',
  canceled: 'Canceled',
}

interface LessonEditProps extends EditLessonDialogProps {
  lesson: EditableLesson
  facility: Facility
}

function LessonEdit({ lesson: present, facility, onClose, onSaved }: LessonEditProps) {
  const zone = facility.time_zone
  const now = useMinuteClock()
  const edit = useLessonEdit(present, zone)
  const [asks, setAsks] = useState<'reschedule' | 'cancel' | null>(null)
  const [day, setDay] = useState(present.lesson_date)
  const [moves, setMoves] = useState(false)
  const { lesson, before, run, isMoved, attempt, cancels } = edit
  const unsure = attempt.error !== null && isUnsure(attempt.error)

  async function save() {
    const outcome = await attempt.attempt(edit.request)
    setAsks(null)
    if (!outcome || 'error' in outcome) return
    onSaved({ message: 'Booking updated successfully!', changed: outcome.answer })
    onClose()
  }
  function ask() {
    if (!edit.isChanged) return onClose()
    if (cancels) setAsks('cancel')
    else if (isMoved) setAsks('reschedule')
    else void save()
  }

  return (
    <>
      <Dialog
        opened={asks === null}
        onClose={() => !attempt.isPending && onClose()}
        title="Edit Coach Session"
        long
        wide
      >
        <fieldset className={classes.fields} disabled={attempt.isPending || unsure}>
          <PlaceBox
            title={nameOf(lesson)}
            when={`${lesson.cage_name} · ${whenOf(before, zone)} · ${edit.priceText.before}`}
          />
          <RadioTiles
            legend="Status"
            name="lesson-status"
            tiles={[lesson.status, ...nextStatuses.coach[lesson.status]].map((value) => ({
              value,
              title: statusTiles[value],
              note: '',
            }))}
            value={edit.status}
            onPick={edit.setStatus}
          />
          <Textarea
            label="Coach notes"
            description="The customer sees these, also in the email about a new time."
            size="md"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2_000}
            value={edit.notes}
            onChange={({ currentTarget }) => edit.setNotes(currentTarget.value)}
          />
          {cancels ? null : before.start <= now ? (
            <p className={classes.fixed}>This lesson has started, so its time can’t change.</p>
          ) : moves ? (
            <section className={classes.move} aria-labelledby="reschedule">
              {/* The button that was pressed is gone: the focus goes on here. */}
              <h3 id="reschedule" tabIndex={-1} ref={focusOnce} className={classes.heading}>
                Reschedule
              </h3>
              <p className={classes.question}>
                Choose the half hours of the new time, side by side in one cage.
              </p>
              <CoachDayGrid
                coachId={lesson.coach_id}
                facility={facility}
                now={now}
                day={day}
                onDay={setDay}
                selected={edit.slots}
                onSlot={edit.press}
                onLost={edit.reset}
                moving={lesson.id}
                // Its own time is not lost, whatever the day says of it now.
                isHeld={attempt.isPending || !isMoved}
              />
              <output className={classes.chosen}>
                {run
                  ? `${isMoved ? 'New time' : 'Now'}: ${run.cageName}, ${whenOf(run, zone)}${isMoved ? ` · ${edit.priceText.after}` : ''}`
                  : 'Please select at least one slot.'}
              </output>
            </section>
          ) : (
            <Button variant="default" onClick={() => setMoves(true)}>
              Reschedule
            </Button>
          )}
        </fieldset>
        <AttemptError error={attempt.error} button="Save Changes" />
        <div className={classes.buttons}>
          <Button
            color="stitch.6"
            loading={attempt.isPending}
            disabled={run === null && !cancels}
            onClick={ask}
          >
            Save Changes
          </Button>
          <Button variant="default" disabled={attempt.isPending} onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        opened={asks === 'reschedule'}
        title="Confirm Reschedule"
        label="Confirm Reschedule"
        dismissLabel="Back"
        isPending={attempt.isPending}
        onConfirm={() => void save()}
        onClose={() => setAsks(null)}
      >
        <div className={classes.places}>
          <PlaceBox label="Now" old title={lesson.cage_name} when={whenOf(before, zone)} />
          {run && <PlaceBox label="Then" title={run.cageName} when={whenOf(run, zone)} />}
          <p className={classes.told}>
            {edit.priceText.after}. {lesson.customer_name} gets an email about it, if we have the address.
          </p>
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'cancel'}
        title="Cancel Booking"
        text={`Are you sure you want to cancel this booking? This action cannot be undone. ${moneyLine(lesson)}`}
        label="Cancel Booking"
        dismissLabel="Keep Booking"
        isPending={attempt.isPending}
        onConfirm={() => void save()}
        onClose={() => setAsks(null)}
      />
    </>
  )
}

const focusOnce = (heading: HTMLElement | null) => heading?.focus()

/** 'Sam Parent', and who booked for them. */
const nameOf = (lesson: EditableLesson): string =>
  lesson.participant_name === null
    ? lesson.customer_name
    : `${whoComes(lesson)} (booked by ${lesson.customer_name})`
