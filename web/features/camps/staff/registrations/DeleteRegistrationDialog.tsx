import { useState } from 'react'
import type { StaffCampRegistration } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { touches } from '../../../../api/touches.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { EndFields, noChoices, reasonRequest } from '../../../../components/staff/form/EndFields.tsx'
import { tellQuery } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Text } from '../../../../ui/layout.tsx'
import { CampRefund } from './CampRefund.tsx'
import { nameOf } from './registrationTexts.ts'

interface DeleteRegistrationDialogProps {
  /** Undefined: the dialog is closed. */
  registration: StaffCampRegistration | undefined
  onClose: () => void
}

/** Names whose registration is deleted and what is given back, and deletes it when that is confirmed (spec 3 §2). */
export function DeleteRegistrationDialog({ registration, onClose }: DeleteRegistrationDialogProps) {
  const [choices, setChoices] = useState(noChoices)
  return (
    <ConfirmAction
      of={registration}
      onClose={() => {
        setChoices(noChoices)
        onClose()
      }}
      asks={{ label: 'Delete Registration', dismissLabel: 'Keep Registration' }}
      failure="Failed to delete registration:"
      send={({ id, revision }, once) =>
        once('DELETE /api/admin/camp-registrations/:id', {
          id,
          refund: choices.refund,
          expected_revision: revision,
          ...tellQuery(choices),
          ...reasonRequest(choices.reason),
        })
      }
      touches={touches.staff}
      onDone={useOfferUndo()}
    >
      {(deleted, refusal) => (
        <>
          <Text below="lg">
            Are you sure you want to delete the registration for <strong>{nameOf(deleted)}</strong>? This
            action cannot be undone.
          </Text>
          <EndFields
            value={choices}
            onChange={setChoices}
            refusal={refusal}
            tells={deleted.status !== 'canceled'}
          >
            {deleted.status !== 'canceled' && (
              <CampRefund
                registration={deleted}
                value={choices.refund}
                onChange={(refund) => setChoices({ ...choices, refund })}
              />
            )}
          </EndFields>
        </>
      )}
    </ConfirmAction>
  )
}
