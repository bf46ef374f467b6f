import { Tabs } from '@mantine/core'
import { useState } from 'react'
import type { CampRegistrations } from '../../../../../shared/contract/programs/campRegistrations.ts'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import type { PickedPerson } from '../../../../components/staff/PersonPicker.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import type { ByHand } from '../../../programs/staff/AddToRoster.tsx'
import { ExistingUserForm } from './ExistingUserForm.tsx'
import { NewPersonForm } from './NewPersonForm.tsx'
import type { Registered } from './registerByHand.ts'
import classes from './registrations.module.css'

interface AddRegistrationDialogProps {
  /** What is known already; undefined: the dialog is closed. */
  of: ByHand | undefined
  camp: CampRegistrations['camp']
  onClose: () => void
}

/** Registers someone by hand: a new person, or people of a user's household (spec 3 §2, §5). */
export const AddRegistrationDialog = ({ of, camp, onClose }: AddRegistrationDialogProps) => (
  <FormDialog of={of} onClose={onClose} title="Add Manual Registration" long>
    {(start) => <AddRegistration start={start} camp={camp} onClose={onClose} />}
  </FormDialog>
)

function AddRegistration({
  start,
  camp,
  onClose,
}: Omit<AddRegistrationDialogProps, 'of'> & { start: ByHand }) {
  const [tab, setTab] = useState<string | null>(start.person ? 'existing' : 'new')
  // Who is known already is taken over from the form for a new person.
  const [person, setPerson] = useState<PickedPerson | null>(start.person ?? null)
  const offerUndo = useOfferUndo()
  const onDone = (registered: Registered) => {
    offerUndo(registered)
    onClose()
  }
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List className={classes.tabs ?? ''} grow>
        <Tabs.Tab value="new" className={classes.tab ?? ''}>
          New Person
        </Tabs.Tab>
        <Tabs.Tab value="existing" className={classes.tab ?? ''}>
          Existing User
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="new">
        <NewPersonForm
          camp={camp}
          initialName={start.name ?? ''}
          onClose={onClose}
          onDone={onDone}
          onKnown={(known) => {
            setPerson(known)
            setTab('existing')
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="existing">
        <ExistingUserForm
          camp={camp}
          onClose={onClose}
          onDone={onDone}
          initialPerson={person}
          initialParticipant={person === start.person ? start.participantId : undefined}
        />
      </Tabs.Panel>
    </Tabs>
  )
}
