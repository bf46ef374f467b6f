import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import classes from '../../components/LinkStep.module.css'
import { Step } from '../../components/LinkStep.tsx'
import { texts } from './texts.ts'

interface Props {
  email: string
  signed: boolean
  facilityName: string | undefined
  pending: boolean
  onConfirm: () => void
}

/** Idle and loading: whose address it is, and the one button. */
export function AskToUnsubscribe({ email, signed, facilityName, pending, onConfirm }: Props) {
  const from = facilityName ?? 'us'
  return (
    <Step kind="ask" heading="Unsubscribe" answer={false}>
      {signed ? (
        <p>
          No more news and offers from {from} to <strong>{email}</strong>.
        </p>
      ) : (
        <p>
          To end news and offers from {from} to <strong>{email}</strong>, we mail that address a link that
          confirms it.
        </p>
      )}
      <p className={classes.small}>{texts.receiptsGoOn}</p>
      <Button size="lg" fullWidth loading={pending} onClick={onConfirm}>
        {signed ? 'Unsubscribe' : 'Send me the link'}
      </Button>
    </Step>
  )
}
