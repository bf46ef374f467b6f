import { Button } from '@mantine/core'
import classes from '../BookingModal.module.css'
import { BookingModal } from '../BookingModal.tsx'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { formatMoment } from './changeTexts.ts'

/** Explains why something cannot be changed online any more, and leads to the people who may help. */
export default function TooLate({ booked, facility, onClose }: ChangeDialogProps) {
  const moment = (instant: Date | string) => formatMoment(instant, facility.time_zone)
  return (
    <BookingModal opened onClose={onClose} title="Please call us">
      <p className={classes.text}>
        {booked.title}, {moment(booked.start)} could be canceled or moved online until{' '}
        {moment(booked.change.until)}. It starts too soon for that now.
      </p>
      <p className={classes.text}>Call us and we will see what we can do.</p>
      <div className={classes.buttons}>
        <a className={classes.link} href={`tel:${facility.phone.replace(/[^\d+]/g, '')}`} data-autofocus>
          Call {facility.phone}
        </a>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </BookingModal>
  )
}
