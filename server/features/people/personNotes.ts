import { sql } from 'kysely'
import { z } from 'zod'
import type { PageQuery } from '../../../shared/contract/page.ts'
import type { PersonNote } from '../../../shared/contract/people/personPage.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type KeyColumn, keyId, keyInstant, keysetList, type Page } from '../../db/keyset.ts'
import { Refusal, refuse } from '../../refusal.ts'

/** Pinned notes come first. */
const keyPinned: KeyColumn = {
  read: sql`pinned::integer`,
  sort: sql.ref('pinned'),
  schema: z.literal([0, 1]),
  literal: (pinned) => sql`(${pinned}::integer = 1)`,
}
const notes = keysetList('notes', [keyPinned, keyInstant('note.created_at'), keyId('note.id')], 'desc')

/** A member of staff who reads or writes notes. */
export interface NoteStaff {
  readonly id: string
  readonly role: string
}

const shownNotes = (db: Db) =>
  db
    .selectFrom('person_notes as note')
    .leftJoin('profiles as writer', 'writer.id', 'note.written_by')
    .select(['note.id', 'note.body', 'note.pinned', 'writer.full_name as writer_name', 'note.written_by'])
    .select(['note.created_at', 'note.updated_at'])

type NoteRow = Awaited<ReturnType<ReturnType<typeof shownNotes>['executeTakeFirstOrThrow']>>

const shown = (
  { writer_name, written_by, created_at, updated_at, ...note }: NoteRow,
  reader: NoteStaff,
): PersonNote => ({
  ...note,
  written_by: writer_name,
  is_mine: written_by === reader.id,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** Pinned notes, then the newest. */
export async function listNotes(
  db: Db,
  userId: string,
  reader: NoteStaff,
  query: PageQuery,
): Promise<Page<PersonNote> | Refusal> {
  const start = notes.open(query)
  if (start instanceof Refusal) return start
  const page = await notes.read(shownNotes(db).where('note.user_id', '=', userId), start)
  return { items: page.items.map((row) => shown(row, reader)), cursor: page.cursor }
}

async function readNote(db: Db, id: string, reader: NoteStaff): Promise<PersonNote> {
  return shown(await shownNotes(db).where('note.id', '=', id).executeTakeFirstOrThrow(), reader)
}

/** Adds a note of staff about a person, and returns it as its writer reads it. */
export async function addNote(
  tx: Tx,
  userId: string,
  writer: NoteStaff,
  { body, pinned }: { body: string; pinned: boolean },
): Promise<PersonNote> {
  const { id } = await tx
    .insertInto('person_notes')
    .values({ user_id: userId, written_by: writer.id, body, pinned })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readNote(tx, id, writer)
}

interface NamedNote {
  readonly userId: string
  readonly noteId: string
}

/** The text is its writer's; whether it is pinned is everybody's. */
export async function changeNote(
  tx: Tx,
  note: NamedNote,
  staff: NoteStaff,
  change: { body?: string | undefined; pinned?: boolean | undefined },
): Promise<PersonNote | Refusal> {
  const present = await lockNote(tx, note)
  if (!present) return refuse('note_not_found')
  if (change.body !== undefined && present.written_by !== staff.id) return refuse('note_of_others')
  const values = {
    ...(change.body === undefined ? {} : { body: change.body }),
    ...(change.pinned === undefined ? {} : { pinned: change.pinned }),
  }
  if (Object.keys(values).length > 0) {
    await tx.updateTable('person_notes').set(values).where('id', '=', note.noteId).execute()
  }
  return readNote(tx, note.noteId, staff)
}

/** By its writer; by an admin in any case, so that nothing stays of someone who left. */
export async function deleteNote(tx: Tx, note: NamedNote, staff: NoteStaff): Promise<Refusal | null> {
  const present = await lockNote(tx, note)
  if (!present) return refuse('note_not_found')
  if (present.written_by !== staff.id && staff.role !== 'admin') return refuse('note_of_others')
  await tx.deleteFrom('person_notes').where('id', '=', note.noteId).execute()
  return null
}

const lockNote = (tx: Tx, { userId, noteId }: NamedNote) =>
  tx
    .selectFrom('person_notes')
    .select('written_by')
    .where('id', '=', noteId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
