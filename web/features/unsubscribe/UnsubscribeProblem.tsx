import { Button } from '@mantine/core'
import { isRefusal } from '../../api/apiError.ts'
import { Step } from '../../components/LinkStep.tsx'
import { sentenceOf } from './texts.ts'
import type { Leave } from './useUnsubscribe.ts'

/** Why it did not work. A link that is not ours can be replaced; anything else can be tried again. */
export function UnsubscribeProblem({ leave, error }: { leave: Leave; error: Error }) {
  const notOurs = isRefusal(error, 'unsubscribe_link_invalid')
  return (
    <Step kind="problem" heading="That did not work" answer>
      <p role="alert">{sentenceOf(error)}</p>
      {notOurs ? (
        <Button size="lg" fullWidth onClick={() => leave.mutate('mail-link')}>
          Send me a new link
        </Button>
      ) : (
        <Button size="lg" fullWidth onClick={() => leave.mutate(leave.variables ?? 'mail-link')}>
          Try again
        </Button>
      )}
    </Step>
  )
}
