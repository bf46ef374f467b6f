import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import type { Change } from '../../../../shared/contract/changes.ts'
import classes from '../BookingModal.module.css'
import { BookingModal } from '../BookingModal.tsx'
import changeClasses from './change.module.css'
import { refundSentence } from './changeTexts.ts'
import type { ChangeProblem } from './useChange.ts'

export interface ConfirmCancelProps {
  opened: boolean
  onClose: () => void
  /** 'booking' or 'lesson'. */
  noun: string
  title: string
  /** e.g. 'Tuesday, November 24, 2026'. */
  day: string
  times: string
  change: Change
  isPending: boolean
  problem: ChangeProblem | null
  onConfirm: () => void
}

/** Asks before something is canceled, and says what comes back. */
export function ConfirmCancel(props: ConfirmCancelProps) {
  const { opened, onClose, noun, title, day, times, change, isPending, problem, onConfirm } = props
  return (
    <BookingModal opened={opened} onClose={onClose} title={`Cancel this ${noun}?`}>
      {problem && (
        <p role="alert" className={classes.notice}>
          {problem.message}
        </p>
      )}
      <div className={changeClasses.what}>
        <p className={changeClasses.title}>{title}</p>
        <p className={changeClasses.line}>{day}</p>
        <p className={changeClasses.line}>{times}</p>
      </div>
      <p className={changeClasses.money}>{refundSentence(change)}</p>
      <p className={changeClasses.aside}>The time is free for others at once, so this cannot be undone.</p>
      <div className={classes.buttons}>
        <Button color="stitch.6" loading={isPending} onClick={onConfirm}>
          Cancel {noun}
        </Button>
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          Keep it
        </Button>
      </div>
    </BookingModal>
  )
}
