import { lacksReason } from '../../../api/apiError.ts'
import { ConfirmChange, type ConfirmChangeProps } from '../../form/ConfirmChange.tsx'
import { AttemptError } from '../AttemptError.tsx'

interface ConfirmActionProps<Of, Answer> extends Omit<ConfirmChangeProps<Of, Answer>, 'said'> {
  /** What a refusal means here, before its reason. */
  failure?: string
}

/** Asks before one change to one thing, makes it, and says why it was refused. It stays mounted, and takes `of={…}`. */
export const ConfirmAction = <Of, Answer>({ failure, ...props }: ConfirmActionProps<Of, Answer>) => (
  <ConfirmChange
    {...props}
    said={(error, label) =>
      !lacksReason(error) && <AttemptError error={error} button={label} failure={failure} />
    }
  />
)
