import { Button } from '@mantine/core'
import { phoneHref } from '../../components/phone.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import type { ChangeDialogProps } from './ChangeMenu.tsx'
import { changesOf, formatMoment } from './changeTexts.ts'

/** Explains why something cannot be changed online any more, and leads to the people who may help. */
export default function TooLate({ booked, facility, onClose }: ChangeDialogProps) {
  const moment = (instant: Date | string) => formatMoment(instant, facility.time_zone)
  return (
    <Dialog opened onClose={onClose} title="Please call us">
      <p className={dialogContent.text}>
        {booked.title}, {moment(booked.start)} could be {changesOf(booked.noun)} online until{' '}
        {moment(booked.change.until)}. It starts too soon for that now.
      </p>
      <p className={dialogContent.text}>Call us and we will see what we can do.</p>
      <div className={dialogContent.buttons}>
        <a className={dialogContent.main} href={phoneHref(facility.phone)}>
          Call {facility.phone}
        </a>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
