import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LinkStep } from '../../components/LinkStep.tsx'
import { FormNotice } from './FormNotice.tsx'
import classes from './PendingSignUp.module.css'

interface Props {
  email: string
  problem: string | undefined
  deleting: boolean
  deleted: boolean
  onDelete: () => void
}

/** For the person whose address somebody else signed up with. A step of its own, so that no stray press deletes. */
export function NotMySignUp({ email, problem, deleting, deleted, onDelete }: Props) {
  if (deleted) {
    return (
      <LinkStep key="deleted" kind="done" heading="That sign-up is deleted" answer>
        <p>
          No account was made with <strong>{email}</strong>, and the link in that message no longer works.
        </p>
      </LinkStep>
    )
  }
  return (
    <LinkStep key="ask" kind="ask" heading="You did not sign up?" answer>
      <p>
        Somebody signed up with <strong>{email}</strong>. Delete that sign-up, and no account can be made of
        it.
      </p>
      <FormNotice notice={problem ? { kind: 'error', text: problem } : undefined} />
      <Button size="lg" fullWidth className={classes.button ?? ''} loading={deleting} onClick={onDelete}>
        Delete this sign-up
      </Button>
      <p className={classes.aside}>
        <Link to="/confirm-email" search={{}} className={classes.link}>
          Back
        </Link>
      </p>
    </LinkStep>
  )
}
