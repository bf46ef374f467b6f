import { type ReactNode, useState } from 'react'
import { isUnsure } from '../../api/apiError.ts'
import { type Once, type Reloading, useAttempt } from '../../api/useAttempt.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './ConfirmChange.module.css'

interface Question {
  /** The button, and what a refusal says to press again. */
  label: string
  /** Of the dialog; the label, where nothing else is said. */
  title?: string
  text?: string
  dismissLabel?: string
  /** It cannot be confirmed any more, e.g. after a refusal. */
  disabled?: boolean
  /** Done in place of the change, e.g. where a refusal has shown a better way. */
  instead?: () => void
  /** The children say why it was refused. */
  isExplained?: boolean
}

export interface ConfirmChangeProps<Of, Answer> extends Reloading {
  /** What it is done to; undefined: the dialog is closed. */
  of: Of | undefined
  onClose: () => void
  /** `refusal`: of the last try, also while the next is on its way. */
  asks: Question | ((of: Of, refusal: Error | null) => Question)
  send: (of: Of, once: Once, refusal: Error | null) => Promise<Answer>
  /** Called after the dialog was closed. */
  onDone?: (answer: Answer, of: Of) => void
  onRefused?: (error: Error) => void
  /** Nothing can be confirmed yet, or at all. */
  disabled?: boolean
  /** How a refusal is said. */
  said: (error: Error | null, label: string) => ReactNode
  /** What the change would do, and what else it is told. `close` leaves without it. */
  children?: (of: Of, refusal: Error | null, close: () => void) => ReactNode
}

const closed: Question = { label: '' }

/** Asks before one change to one thing, makes it, and says why it was refused. It stays mounted, and takes `of={…}`. */
export function ConfirmChange<Of, Answer>(props: ConfirmChangeProps<Of, Answer>) {
  const { of, asks, onRefused } = props
  const [refusal, setRefusal] = useState<Error | null>(null)
  const action = useAttempt({ ...props, send: (one: Of, once) => props.send(one, once, refusal) })
  const question = of === undefined ? closed : typeof asks === 'function' ? asks(of, refusal) : asks
  const {
    label,
    title = label,
    instead,
    isExplained,
    disabled = props.disabled ?? false,
    ...texts
  } = question
  const close = () => {
    action.forgetError()
    setRefusal(null)
    props.onClose()
  }
  async function confirm() {
    if (of === undefined) return
    if (instead) {
      close()
      return instead()
    }
    const outcome = await action.attempt(of)
    if (!outcome) return
    if ('answer' in outcome) {
      close()
      return props.onDone?.(outcome.answer, of)
    }
    const error = outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error))
    setRefusal(error)
    onRefused?.(error)
  }
  return (
    <ConfirmDialog
      {...texts}
      opened={of !== undefined}
      title={title}
      label={label}
      isPending={action.isPending}
      disabled={disabled}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <fieldset
        className={classes.told}
        disabled={action.isPending || (action.error !== null && isUnsure(action.error))}
      >
        {of !== undefined && props.children?.(of, refusal, close)}
      </fieldset>
      {!instead && !isExplained && props.said(action.error, label)}
    </ConfirmDialog>
  )
}
