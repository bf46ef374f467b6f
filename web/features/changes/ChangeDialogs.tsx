import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatMoment } from '../../../shared/domain/bookings/changeWords.ts'
import { capitalized } from '../../../shared/domain/capitalized.ts'
import type { Once } from '../../api/useAttempt.ts'
import { phoneHref } from '../../components/phone.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { Actions, Text } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import type { Booked } from './booked.ts'
import { changesOf, freedSentence, refundSentence } from './changeTexts.ts'
import { PlaceBox } from './PlaceBox.tsx'
import { useChange } from './useChange.ts'

/** Props of the dialogs for canceling and moving; each is mounted only while it is open. */
export interface ChangeDialogProps {
  facility: Facility
  booked: Booked
  onClose: () => void
  /** The cut-off has passed since the page was loaded. */
  onTooLate: () => void
}

export interface ConfirmCancelProps extends ChangeDialogProps {
  /** Asks the server for it. */
  cancel: (id: string, once: Once) => Promise<{ message: string }>
  /** The way to another time. */
  again: ReactNode
}

/** Asks before something is canceled, and says what comes back. */
export function ConfirmCancel({ booked, onClose, onTooLate, cancel, again }: ConfirmCancelProps) {
  const { noun } = booked
  const { change, isPending, problem, refresh } = useChange(cancel)

  async function confirm() {
    const outcome = await change(booked.id)
    if (outcome && 'problem' in outcome) {
      if (outcome.problem.code === 'change_too_late') onTooLate()
    } else if (outcome) {
      toast.success(
        <>
          {outcome.answer.message} {again}
        </>,
      )
      close()
    }
  }

  function close() {
    onClose()
    void refresh()
  }

  return (
    <Dialog opened onClose={() => !isPending && close()} title={`Cancel this ${noun}?`}>
      {problem && <Note role="alert">{problem.message}</Note>}
      <PlaceBox {...booked} />
      <Text strong above="md">
        {refundSentence(booked.change)}
      </Text>
      <Text tone="dim" above={4}>
        {freedSentence(noun)}
      </Text>
      <Actions>
        <Button data-danger color="stitch.6" loading={isPending} onClick={() => void confirm()}>
          Cancel {capitalized(noun)}
        </Button>
        <Button variant="default" onClick={close} disabled={isPending}>
          Keep It
        </Button>
      </Actions>
    </Dialog>
  )
}

/** Explains why something cannot be changed online any more, and leads to the people who may help. */
export function TooLate({ booked, facility, onClose }: ChangeDialogProps) {
  const moment = (instant: Date | string) => formatMoment(instant, facility.time_zone)
  return (
    <Dialog opened onClose={onClose} title="Please Call Us">
      <Text below="lg">
        {booked.title}, {moment(booked.start)} could be {changesOf(booked.noun)} online until{' '}
        {moment(booked.change.until)}. It starts too soon to do that online.
      </Text>
      <Text below="lg">Call us and we’ll see what we can do.</Text>
      <Actions>
        <a className={dialogContent.main} href={phoneHref(facility.phone)}>
          Call {facility.phone}
        </a>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </Dialog>
  )
}
