import { Button } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Participant, ParticipantAdult } from '../../../../shared/contract/accounts/households.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { ofFamily } from '../../../components/participants/useNewPerson.ts'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { Actions, Row } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFocusOnShow } from '../../../ui/useFocusOnShow.ts'
import { Refusal } from '../../accounts/FormNotice.tsx'
import classes from './Family.module.css'
import { isShared, ToldSwitch, toldLabel } from './Told.tsx'

interface SharingDialogProps {
  /** Undefined closes the dialog. */
  person: Participant | undefined
  onInvite: (id: string) => void
  onClose: () => void
}

/** Who looks after a person: remove, leave, invite, and being told. */
export function SharingDialog({ person, onInvite, onClose }: SharingDialogProps) {
  const [asked, setAsked] = useState<ParticipantAdult | null>(null)
  const close = () => {
    setAsked(null)
    onClose()
  }
  return (
    <DialogOf
      of={person}
      onClose={asked ? () => setAsked(null) : close}
      title={({ name }) => `Who looks after ${name}`}
      step={asked ? 'remove' : 'list'}
    >
      {(of) =>
        asked ? (
          <ConfirmRemoval
            person={of}
            adult={asked}
            onKeep={() => setAsked(null)}
            onDone={() => (asked.is_me ? close() : setAsked(null))}
          />
        ) : (
          <>
            <ul className={classes.adults}>
              {of.adults.map((adult) => (
                <Row as="li" apart key={adult.user_id} className={classes.row}>
                  <span>
                    <strong>{adult.full_name}</strong>
                    {adult.is_me && ' (you)'}
                  </span>
                  {adult.can_be_removed && (
                    <button
                      type="button"
                      className={classes.textButton}
                      data-grave
                      aria-label={adult.is_me ? `Leave ${of.name}` : `Remove ${adult.full_name}`}
                      onClick={() => setAsked(adult)}
                    >
                      {adult.is_me ? 'Leave' : 'Remove'}
                    </button>
                  )}
                </Row>
              ))}
            </ul>
            {isShared(of) && <ToldSwitch people={[of]} label={toldLabel} />}
            <Actions>
              <Button
                color="stitch.6"
                leftSection={<IconMailPlus size={18} aria-hidden />}
                onClick={() => onInvite(of.id)}
              >
                Invite an Adult
              </Button>
              <Button variant="default" onClick={close}>
                Close
              </Button>
            </Actions>
          </>
        )
      }
    </DialogOf>
  )
}

interface ConfirmRemovalProps {
  person: Participant
  adult: ParticipantAdult
  onKeep: () => void
  onDone: () => void
}

/** Says what removing or leaving means before it is done. */
function ConfirmRemoval({ person, adult, onKeep, onDone }: ConfirmRemovalProps) {
  const removal = useCall('DELETE /api/participants/:id/adults/:user_id', ofFamily)
  const keep = useFocusOnShow<HTMLButtonElement>()
  const { name } = person
  async function remove() {
    const outcome = await removal.attempt({ id: person.id, user_id: adult.user_id })
    if (!outcome || !('answer' in outcome)) return
    toast.success(
      adult.is_me ? `You no longer look after ${name}.` : `${adult.full_name} no longer looks after ${name}.`,
    )
    onDone()
  }
  return (
    <section aria-labelledby="removal">
      <p id="removal" className={classes.line}>
        {adult.is_me
          ? `Leave ${name}? You no longer see, book or cancel anything for ${name}, from now on. What is booked stays booked, and the other adults keep the whole history.`
          : `Remove ${adult.full_name}? From now on ${adult.full_name} no longer sees, books or cancels anything for ${name}. What is booked stays booked.`}
      </p>
      <Refusal error={removal.error} />
      <Actions>
        <Button data-danger color="stitch.6" loading={removal.isPending} onClick={() => void remove()}>
          {adult.is_me ? 'Leave' : 'Remove'}
        </Button>
        <Button ref={keep} variant="default" disabled={removal.isPending} onClick={onKeep}>
          Cancel
        </Button>
      </Actions>
    </section>
  )
}
