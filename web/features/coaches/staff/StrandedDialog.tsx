import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StrandedBooking } from '../../../../shared/contract/lessons/coachHours.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Actions, Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import classes from './TimeOffDialog.module.css'

interface StrandedDialogProps {
  /** What the refusal listed, also while the same save is sent with it; undefined: the dialog is closed. */
  bookings: readonly StrandedBooking[] | undefined
  isPending: boolean
  /** An admin sets the hours of another. */
  forStaff?: boolean
  /** Saves although. */
  onKeep: () => void
  onClose: () => void
}

const idsOf = (bookings: readonly StrandedBooking[]) => bookings.map(({ id }) => id).join()

/**
 * Asks before a save strands what is booked. Where the list changes while it is shown, the server asks again with the new
 * one.
 */
export const StrandedDialog = ({ bookings, onClose, ...props }: StrandedDialogProps) => (
  <FormDialog
    of={bookings}
    onClose={onClose}
    title={props.forStaff ? 'Something Is Booked Then' : 'You Are Booked Then'}
    step={idsOf(bookings ?? [])}
  >
    {(shown, close) => <Question {...props} bookings={shown} onClose={close} />}
  </FormDialog>
)

interface QuestionProps extends StrandedDialogProps {
  bookings: readonly StrandedBooking[]
}

function Question({ bookings, isPending, forStaff = false, onKeep, onClose }: QuestionProps) {
  const list = idsOf(bookings)
  const [agreedTo, setAgreedTo] = useState(list)
  return (
    <>
      {agreedTo !== list && !isPending && <Note role="alert">This list just changed. Look at it again.</Note>}
      <StrandedBookings bookings={bookings} forStaff={forStaff} />
      <Actions>
        <Button
          color="stitch.6"
          loading={isPending}
          onClick={() => {
            setAgreedTo(list)
            onKeep()
          }}
        >
          Keep Them and Save
        </Button>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Back
        </Button>
      </Actions>
    </>
  )
}

/** What is booked at a time that is taken away, and what becomes of it. */
export function StrandedBookings({
  bookings,
  forStaff = false,
}: {
  bookings: readonly StrandedBooking[]
  forStaff?: boolean
}) {
  const lessons = bookings.filter(({ kind }) => kind === 'lesson')
  const others = bookings.filter(({ kind }) => kind !== 'lesson')
  return (
    <div>
      <Text below="lg">
        {forStaff
          ? 'These bookings stay. Move or cancel them in the schedule.'
          : 'These stay booked with you. Move or cancel lessons under Bookings; the front desk changes classes and camps.'}
      </Text>
      {lessons.length > 0 && <Bookings title="Lessons" items={lessons} opens={!forStaff} />}
      {others.length > 0 && <Bookings title="Classes and Camps" items={others} />}
    </div>
  )
}

interface BookingsProps {
  title: string
  items: readonly StrandedBooking[]
  /** Whether a lesson is opened in the coach's own pages. */
  opens?: boolean
}

const Bookings = ({ title, items, opens = true }: BookingsProps) => (
  <RecordList title={title} items={items} empty="" keyOf={({ id }) => id}>
    {({ id, kind, title: name, date, start_time, end_time, cage_name }) => (
      <>
        <RecordName name={name}>
          {formatDay(date)}, {formatWallTimeRange({ start_time, end_time })}
          {cage_name && `, ${cage_name}`}
        </RecordName>
        {kind === 'lesson' && opens && (
          // Beside this page, so that what is typed here stays.
          <Link
            to="/coach-dashboard"
            search={{ tab: 'bookings', lesson: id }}
            target="_blank"
            className={`${dialogContent.link} ${classes.open}`}
            aria-label={`Open the lesson of ${name}`}
          >
            Open
          </Link>
        )}
      </>
    )}
  </RecordList>
)
