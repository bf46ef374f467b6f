import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { nextStatuses } from '../../../../shared/domain/bookings/bookingStatus.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { NotesField } from '../../../components/staff/NotesField.tsx'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Grid, Stack, Text } from '../../../ui/layout.tsx'
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
export function EditLessonDialog({ lesson, ...props }: EditLessonDialogProps) {
  const facility = useQuery(facilityQuery).data
  return (
    <FormDialog of={lesson} onClose={props.onClose} title="Edit Coach Session" long wide>
      {(shown) => facility && <LessonEdit key={shown.id} {...props} lesson={shown} facility={facility} />}
    </FormDialog>
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
  const [asks, setAsks] = useState<'reschedule' | 'cancel'>()
  const [day, setDay] = useState(present.lesson_date)
  const [moves, setMoves] = useState(false)
  const { form, lesson, before, run, isMoved, cancels, ...edit } = useLessonEdit(present, zone, {
    onRefused: () => setAsks(undefined),
    onDone(changed) {
      onSaved({ message: 'Booking updated successfully!', changed })
      onClose()
    },
  })
  function ask(event: FormEvent) {
    event.preventDefault()
    if (!edit.isChanged) return onClose()
    if (cancels) setAsks('cancel')
    else if (isMoved) setAsks('reschedule')
    else form.submit()
  }
  return (
    <>
      <Form
        form={{ ...form, onSubmit: ask }}
        label="Edit lesson"
        submit="Save Changes"
        cancel="Close"
        onCancel={onClose}
        isIncomplete={run === null && !cancels}
      >
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
          onPick={(status) => form.set({ status })}
        />
        <NotesField
          label="Coach Notes"
          description="The customer sees these, also in the email about a new time."
          minRows={2}
          value={edit.notes}
          onChange={({ currentTarget }) => form.set({ notes: currentTarget.value })}
        />
        {cancels ? null : before.start <= now ? (
          <p className={classes.fixed}>This lesson has started, so its time can’t change.</p>
        ) : moves ? (
          <Stack shrinks as="section" gap="xs" className={classes.move} aria-labelledby="reschedule">
            {/* The button that was pressed is gone: the focus goes on here. */}
            <h3 id="reschedule" tabIndex={-1} ref={focusOnce} className={classes.heading}>
              Reschedule
            </h3>
            <Text>Choose where the new time starts. Press either end to change its length.</Text>
            <CoachDayGrid
              coachId={lesson.coach_id}
              facility={facility}
              now={now}
              day={day}
              onDay={setDay}
              selected={edit.slots}
              onSlot={edit.move}
              onLost={edit.reset}
              moving={lesson.id}
              // Its own time is not lost, whatever the day says of it now.
              isHeld={form.isPending || !isMoved}
            />
            <Text as="output" strong>
              {run
                ? `${isMoved ? 'New time' : 'Now'}: ${run.cageName}, ${whenOf(run, zone)}${isMoved ? ` · ${edit.priceText.after}` : ''}`
                : 'Please select at least one slot.'}
            </Text>
          </Stack>
        ) : (
          <Button variant="default" onClick={() => setMoves(true)}>
            Reschedule
          </Button>
        )}
      </Form>
      <ConfirmDialog
        opened={asks === 'reschedule'}
        title="Confirm Reschedule"
        label="Confirm Reschedule"
        dismissLabel="Back"
        isPending={form.isPending}
        onConfirm={form.submit}
        onClose={() => setAsks(undefined)}
      >
        <Grid gap="xs">
          <PlaceBox label="Now" old title={lesson.cage_name} when={whenOf(before, zone)} />
          {run && <PlaceBox label="Then" title={run.cageName} when={whenOf(run, zone)} />}
          <p className={classes.told}>
            {edit.priceText.after}. {lesson.customer_name} gets an email about it, if we have the address.
          </p>
        </Grid>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'cancel'}
        title="Cancel Booking"
        text={`Are you sure you want to cancel this booking? This action cannot be undone. ${moneyLine(lesson)}`}
        label="Cancel Booking"
        dismissLabel="Keep Booking"
        isPending={form.isPending}
        onConfirm={form.submit}
        onClose={() => setAsks(undefined)}
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
