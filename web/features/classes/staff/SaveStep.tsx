import { Button } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../../api/apiError.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import formClasses from '../../../components/staff/form/Form.module.css'
import { TellFields } from '../../../components/staff/TellFields.tsx'
import { Heading, Row, Stack, Text } from '../../../ui/layout.tsx'
import type { ClassTask } from './classForm.ts'
import { type Decisions, PlanPreview } from './PlanPreview.tsx'
import type { Looked, SaveClass } from './useSaveClass.ts'

interface SaveStepProps {
  kind: ClassTask['kind']
  looked: Looked
  saving: SaveClass
  /** Absent where the class itself is not edited. */
  decide?: Decisions
  isPending: boolean
  lookError?: Error | null
  onBack: () => void
  /** Begins again with the class as it is now. */
  onReload: () => void
}

const labels: Readonly<Record<ClassTask['kind'], string>> = {
  create: 'Create Class',
  edit: 'Save Class',
  duplicate: 'Create Class',
  end: 'End Class',
  regenerate: 'Regenerate Sessions',
}

/** What becomes of the sessions, whom to tell, and Save. */
export function SaveStep({
  kind,
  looked,
  saving,
  decide,
  isPending,
  lookError = null,
  ...props
}: SaveStepProps) {
  const { plan } = looked
  const [tell, setTell] = useState(tellEverybody)
  const label = labels[kind]
  const isNew = kind === 'create' || kind === 'duplicate'
  const stuck = plan.conflicts.length + plan.skipped.length > 0
  const is = (code: 'changed_meanwhile' | 'class_not_found') =>
    saving.error !== null && isRefusal(saving.error, code)
  return (
    <Stack
      as="form"
      aria-label="Review sessions"
      onSubmit={(event) => {
        event.preventDefault()
        void saving.save(looked, tell)
      }}
    >
      <Heading as="h3" ref={showFromTop} tabIndex={-1}>
        {isNew ? 'The sessions of this class' : 'What happens to the sessions'}
      </Heading>
      <PlanPreview plan={plan} decide={decide} isPending={isPending} />
      {plan.people_told > 0 && kind !== 'regenerate' && (
        <TellFields
          value={tell}
          onChange={setTell}
          who={plan.people_told === 1 ? 'the person registered' : `the ${plan.people_told} people registered`}
        />
      )}
      {!isNew && (
        <Text tone="dim">
          Saving can’t be undone: free times may be booked right away. To go back, edit the class again.
        </Text>
      )}
      <div className={formClasses.foot}>
        <AttemptError error={lookError} button={label} />
        <AttemptError
          error={is('class_not_found') ? new Error('No class selected for update.') : saving.error}
          button={label}
          failure={is('class_not_found') ? '' : isNew ? 'Failed to create class.' : 'An error occurred:'}
        />
        <Row nowrap align="stretch" className={formClasses.buttons}>
          {is('changed_meanwhile') ? (
            <Button color="stitch.6" onClick={props.onReload}>
              Load the Class Again
            </Button>
          ) : (
            <Button type="submit" color="stitch.6" loading={saving.isPending} disabled={stuck || isPending}>
              {label}
            </Button>
          )}
          <Button variant="default" disabled={saving.isPending} onClick={props.onBack}>
            {kind === 'regenerate' ? 'Cancel' : 'Keep Editing'}
          </Button>
        </Row>
      </div>
    </Stack>
  )
}

export const tellEverybody = { tell: true, message: '' }

/** The step before may have been scrolled down, and its button is gone: reading goes on here. */
function showFromTop(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: 'center' })
  heading?.focus({ preventScroll: true })
}
