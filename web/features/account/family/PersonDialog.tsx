import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { read } from '../../../api/read.ts'
import { DialogOf } from '../../../ui/DialogOf.tsx'
import { Actions } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFocusOnShow } from '../../../ui/useFocusOnShow.ts'
import { CardProblem } from '../security/SecurityCard.tsx'
import classes from './Family.module.css'
import { PersonForm } from './PersonForm.tsx'

interface PersonDialogProps {
  /** 'new' adds someone; undefined closes the dialog. */
  person: Participant | 'new' | undefined
  onDelete: (id: string) => void
  onClose: () => void
}

/** Adds or edits someone of the family. What was typed is not thrown away without asking. */
export function PersonDialog({ person, onDelete, onClose }: PersonDialogProps) {
  const [dirty, setDirty] = useState(false)
  const [asks, setAsks] = useState(false)
  const close = () => {
    setDirty(false)
    setAsks(false)
    onClose()
  }
  const leave = () => (dirty && !asks ? setAsks(true) : close())
  const form = { onSaved: saved, onCancel: leave, onDirty: setDirty }
  return (
    <DialogOf
      of={person}
      onClose={() => (asks ? setAsks(false) : leave())}
      title={(of) => (of === 'new' ? 'Add a Person' : of.is_self ? 'Your Player Details' : `Edit ${of.name}`)}
      step={asks ? 'leave' : 'edit'}
      long
      startsInField={person === 'new'}
    >
      {(of) => (
        <>
          {asks && <Discard onStay={() => setAsks(false)} onDiscard={close} />}
          <div hidden={asks}>
            {of === 'new' ? (
              <PersonForm person={undefined} care={undefined} {...form} />
            ) : (
              <WithCare person={of} {...form} />
            )}
            {of !== 'new' && !of.is_self && (
              <button
                type="button"
                className={classes.forget}
                onClick={() => {
                  close()
                  onDelete(of.id)
                }}
              >
                Delete {of.name} permanently
              </button>
            )}
          </div>
        </>
      )}
    </DialogOf>
  )

  function saved({ name, is_self }: Participant) {
    toast.success(person === 'new' ? `${name} is in your family.` : is_self ? 'Saved.' : `${name} is saved.`)
    close()
  }
}

interface WithCareProps {
  person: Participant
  onSaved: (person: Participant) => void
  onCancel: () => void
  onDirty: (dirty: boolean) => void
}

/** The form, once what is kept for emergencies is there. */
function WithCare({ person, ...form }: WithCareProps) {
  const care = useQuery({
    ...read('GET /api/participants/:id/care', { id: person.id }),
    staleTime: 0,
    // Dropped from memory as soon as no form shows it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // The form starts with the answer of now, and keeps what is typed after that.
  if (!care.isFetchedAfterMount) return <Skeleton height="24rem" aria-busy="true" />
  return (
    <>
      {care.error && !care.data && <CardProblem error={care.error} onRetry={() => void care.refetch()} />}
      <PersonForm key={care.data ? 'whole' : 'partial'} person={person} care={care.data} {...form} />
    </>
  )
}

/** Asks before what was typed is discarded. */
function Discard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const stay = useFocusOnShow<HTMLButtonElement>()
  return (
    <section aria-labelledby="discard-changes">
      <p id="discard-changes" className={classes.line}>
        You have changes that are not saved. Leave without saving?
      </p>
      <Actions>
        <Button ref={stay} color="stitch.6" onClick={onStay}>
          Keep Editing
        </Button>
        <Button variant="default" onClick={onDiscard}>
          Leave Without Saving
        </Button>
      </Actions>
    </section>
  )
}
