import '@mantine/core/styles/Input.layer.css'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPersonNote, type PersonNote } from '../../../../../shared/contract/people/personPage.ts'
import { personNotesQuery, refreshPerson } from '../../../../api/queries/person.ts'
import { useSession } from '../../../../api/session.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ServerForm } from '../../../../components/staff/ServerForm.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { NoteText } from './NoteText.tsx'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

type Task = { kind: 'write' } | { kind: 'edit' | 'delete'; note: PersonNote }

/** What staff should know of the person, in their own words. The person does not see it. */
export function NotesTab({ person, zone }: PersonTabProps) {
  const list = pagedList(useInfiniteQuery(personNotesQuery(person.id)))
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const [task, setTask] = useState<Task>()
  const endTask = () => setTask(undefined)
  const pin = useAttempt({
    send: ({ note_id, pinned }: { note_id: string; pinned: boolean }, once) =>
      once('PATCH /api/admin/people/:user_id/notes/:note_id', { user_id: person.id, note_id, pinned }),
    refresh: refreshPerson(person.id),
  })
  return (
    <Card
      title="Notes"
      action={
        <Button color="stitch.6" onClick={() => setTask({ kind: 'write' })}>
          Add Note
        </Button>
      }
    >
      <p className={classes.hint}>Only staff see notes. Write only what you’d say to the person.</p>
      <AttemptError error={pin.error} button="Pin" />
      <PagedRecords
        label="Notes"
        list={list}
        keyOf={({ id }) => id}
        empty={<p>No notes yet. Leave one for the next shift.</p>}
      >
        {(note) => (
          <>
            <NoteText note={note} zone={zone} />
            <span className={classes.buttons}>
              <Button
                variant="default"
                aria-pressed={note.pinned}
                onClick={() => void pin.attempt({ note_id: note.id, pinned: !note.pinned })}
              >
                {note.pinned ? 'Unpin' : 'Pin'}
              </Button>
              {note.is_mine && (
                <Button variant="default" onClick={() => setTask({ kind: 'edit', note })}>
                  Edit
                </Button>
              )}
              {(note.is_mine || isAdmin) && (
                <Button variant="default" onClick={() => setTask({ kind: 'delete', note })}>
                  Delete
                </Button>
              )}
            </span>
          </>
        )}
      </PagedRecords>
      <Dialog
        opened={task?.kind === 'write' || task?.kind === 'edit'}
        onClose={endTask}
        title={task?.kind === 'edit' ? 'Edit Note' : 'Add Note'}
        startsInField
      >
        {task && task.kind !== 'delete' && (
          <NoteForm
            userId={person.id}
            note={task.kind === 'edit' ? task.note : undefined}
            onClose={endTask}
          />
        )}
      </Dialog>
      <DeleteNoteDialog
        userId={person.id}
        note={task?.kind === 'delete' ? task.note : undefined}
        onClose={endTask}
      />
    </Card>
  )
}

function NoteForm({
  userId,
  note,
  onClose,
}: {
  userId: string
  note: PersonNote | undefined
  onClose: () => void
}) {
  return (
    <ServerForm
      label={note ? 'Edit note' : 'Write a note'}
      initialValues={{ body: note?.body ?? '', pinned: note?.pinned ?? false }}
      schema={createPersonNote.body}
      requestOf={(values) => values}
      send={({ body, pinned = false }, once) => {
        const json = { body, pinned }
        const ofPerson = { user_id: userId, ...json }
        return note
          ? once('PATCH /api/admin/people/:user_id/notes/:note_id', { ...ofPerson, note_id: note.id })
          : once('POST /api/admin/people/:user_id/notes', ofPerson)
      }}
      refresh={refreshPerson(userId)}
      submit="Save Note"
      onCancel={onClose}
      onDone={() => {
        onClose()
      }}
    >
      {(form) => (
        <>
          <Textarea
            label="Note"
            size="md"
            rows={5}
            maxLength={2000}
            data-autofocus
            data-private
            {...form.getInputProps('body')}
          />
          <Checkbox label="Pin it on top" {...form.getInputProps('pinned', { type: 'checkbox' })} />
        </>
      )}
    </ServerForm>
  )
}

function DeleteNoteDialog(props: { userId: string; note: PersonNote | undefined; onClose: () => void }) {
  const { userId, note, onClose } = props
  const remove = useAttempt({
    send: (param: { user_id: string; note_id: string }, once) =>
      once('DELETE /api/admin/people/:user_id/notes/:note_id', param),
    refresh: refreshPerson(userId),
  })
  const close = () => {
    remove.forgetError()
    onClose()
  }
  async function confirm({ id }: PersonNote) {
    const outcome = await remove.attempt({ user_id: userId, note_id: id })
    if (!outcome || 'error' in outcome) return
    close()
  }
  return (
    <ConfirmDialog
      opened={note !== undefined}
      title="Delete Note"
      text="The note is deleted for everyone. This cannot be undone."
      label="Delete Note"
      isPending={remove.isPending}
      onConfirm={() => note && void confirm(note)}
      onClose={close}
    >
      <AttemptError error={remove.error} button="Delete Note" />
    </ConfirmDialog>
  )
}
