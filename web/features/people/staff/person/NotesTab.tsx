import { Button, Checkbox, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPersonNote, type PersonNote } from '../../../../../shared/contract/people/personPage.ts'
import { readPages } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useCall } from '../../../../api/useAttempt.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { Form } from '../../../../components/staff/form/Form.tsx'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { useIsAdmin } from '../../../../components/staff/useIsAdmin.ts'
import { Row, Text } from '../../../../ui/layout.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { NoteText } from './NoteText.tsx'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

type Task = { kind: 'write' } | { kind: 'edit' | 'delete'; note: PersonNote }

/** What staff should know of the person, in their own words. The person does not see it. */
export function NotesTab({ person, zone }: PersonTabProps) {
  const list = pagedList(
    useInfiniteQuery(readPages('GET /api/admin/people/:user_id/notes', { user_id: person.id })),
  )
  const isAdmin = useIsAdmin()
  const [task, setTask] = useState<Task>()
  const endTask = () => setTask(undefined)
  const pin = useCall('PATCH /api/admin/people/:user_id/notes/:note_id', {
    touches: touches.person(person.id),
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
      <Text tone="dim" size="sm">
        Only staff see notes. Write only what you’d say to the person.
      </Text>
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
            <Row as="span" align="stretch" className={classes.buttons}>
              <Button
                variant="default"
                aria-pressed={note.pinned}
                onClick={() =>
                  void pin.attempt({ user_id: person.id, note_id: note.id, pinned: !note.pinned })
                }
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
            </Row>
          </>
        )}
      </PagedRecords>
      <FormDialog
        of={task?.kind === 'delete' ? undefined : task}
        onClose={endTask}
        title={({ kind }) => (kind === 'edit' ? 'Edit Note' : 'Add Note')}
        startsInField
      >
        {(shown, close) => (
          <NoteForm
            userId={person.id}
            note={shown.kind === 'edit' ? shown.note : undefined}
            onClose={close}
          />
        )}
      </FormDialog>
      <ConfirmAction
        of={task?.kind === 'delete' ? task.note : undefined}
        onClose={endTask}
        asks={{
          label: 'Delete Note',
          text: 'The note is deleted for everyone. This cannot be undone.',
        }}
        send={({ id }, once) =>
          once('DELETE /api/admin/people/:user_id/notes/:note_id', { user_id: person.id, note_id: id })
        }
        touches={touches.person(person.id)}
      />
    </Card>
  )
}

interface NoteFormProps {
  userId: string
  note: PersonNote | undefined
  onClose: () => void
}

function NoteForm({ userId, note, onClose }: NoteFormProps) {
  const form = useForm({
    values: { body: note?.body ?? '', pinned: note?.pinned ?? false },
    schema: createPersonNote.body,
    send: (values, once) => {
      const written = { user_id: userId, ...values }
      return note
        ? once('PATCH /api/admin/people/:user_id/notes/:note_id', { ...written, note_id: note.id })
        : once('POST /api/admin/people/:user_id/notes', written)
    },
    touches: touches.person(userId),
    onDone: onClose,
  })
  return (
    <Form form={form} label={note ? 'Edit Note' : 'Write a Note'} submit="Save Note" onCancel={onClose}>
      <Textarea label="Note" rows={5} maxLength={2000} data-autofocus data-private {...form.field('body')} />
      <Checkbox label="Pin it on top" {...form.tick('pinned')} />
    </Form>
  )
}
