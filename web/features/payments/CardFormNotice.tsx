import { Button } from '@mantine/core'
import classes from './CardForm.module.css'
import type { PaymentFormState } from './paymentStates.ts'
import type { CardForm } from './useCardForm.ts'

interface CardFormNoticeProps {
  failure: Extract<PaymentFormState, { status: 'failed' }>
  form: CardForm
  onRestart: (() => void) | undefined
}

/** Why it did not work, and the one thing that can be done about it. */
export function CardFormNotice({ failure: { message, recovery }, form, onRestart }: CardFormNoticeProps) {
  return (
    <div role="alert" className={classes.notice} data-kind={recovery === 'refunded' ? 'calm' : 'problem'}>
      <p className={classes.message}>{message}</p>
      {recovery === 'card' && (
        <p className={classes.hint}>You have not been charged. Check the card or use another one.</p>
      )}
      {recovery === 'confirmation' && (
        <>
          <p className={classes.hint}>
            Please do not pay again: we keep trying by ourselves, and you get an email as soon as it is done.
          </p>
          <Button variant="default" onClick={() => void form.confirmAgain()}>
            Check again
          </Button>
        </>
      )}
      {recovery === 'setup' && (
        <Button color="stitch.6" onClick={() => void form.confirmAgain()}>
          Try again
        </Button>
      )}
      {recovery === 'authentication' && (
        <Button color="stitch.6" onClick={() => void form.resume()}>
          Continue to your bank
        </Button>
      )}
      {recovery === 'restart' && onRestart && (
        <Button color="stitch.6" onClick={onRestart}>
          Start again
        </Button>
      )}
    </div>
  )
}
