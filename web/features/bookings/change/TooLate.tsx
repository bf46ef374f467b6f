import { Button } from '@mantine/core'
import type { Facility } from '../../../../shared/contract/facility.ts'
import classes from '../BookingModal.module.css'
import { BookingModal } from '../BookingModal.tsx'
import { formatMoment } from './changeTexts.ts'

interface TooLateProps {
  opened: boolean
  onClose: () => void
  /** e.g. 'Cage 2, Tue Nov 24, 4:00 PM'. */
  name: string
  /** The end of the free time. */
  until: string
  facility: Facility
}

/** Explains why something cannot be changed online any more, and leads to the people who may help. */
export default function TooLate({ opened, onClose, name, until, facility }: TooLateProps) {
  return (
    <BookingModal opened={opened} onClose={onClose} title="Please call us">
      <p className={classes.text}>
        {name} could be canceled or moved online until {formatMoment(until, facility.time_zone)}. It starts
        too soon for that now.
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
