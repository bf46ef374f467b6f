import { useMutation } from '@tanstack/react-query'
import { sendConfirmation } from '../../api/auth.ts'
import { sentenceOf, texts } from './accountTexts.ts'
import classes from './authForm.module.css'
import { useReturnTo } from './useReturnTo.ts'

/** For whom the confirmation link was lost: has it mailed again. */
export function ResendConfirmation({ email, password }: { email: string; password: string }) {
  const returnTo = useReturnTo()
  const send = useMutation({ mutationFn: () => sendConfirmation({ email, password, ...returnTo }) })
  if (send.isSuccess) return <p role="status">{texts.confirmationSent(email)}</p>
  return (
    <>
      {send.error && <p role="alert">{sentenceOf(send.error)}</p>}
      <button
        type="button"
        className={classes.noticeAction}
        disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        Send the link again
      </button>
    </>
  )
}
