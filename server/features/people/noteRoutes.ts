import {
  createPersonNote,
  deletePersonNote,
  listPersonNotes,
  updatePersonNote,
} from '../../../shared/contract/people/personPage.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { lockUser } from './personCommands.ts'
import { addNote, changeNote, deleteNote, listNotes } from './personNotes.ts'
import { findUser } from './queries.ts'

export const noteEndpoints = [
  endpoint(listPersonNotes, async ({ db, params, query, user }) => {
    if (!(await findUser(db, params.user_id))) return refuse('user_not_found')
    const page = await listNotes(db, params.user_id, user.profile, query)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(createPersonNote, (call) =>
    runCommand(call, async (tx) => {
      const person = await lockUser(tx, call.params.user_id)
      if (person instanceof Refusal) return person
      return reply(await addNote(tx, person.id, call.user.profile, call.body))
    }),
  ),

  endpoint(updatePersonNote, (call) =>
    runCommand(call, async (tx) => {
      const named = { userId: call.params.user_id, noteId: call.params.note_id }
      const note = await changeNote(tx, named, call.user.profile, call.body)
      return note instanceof Refusal ? note : reply(note)
    }),
  ),

  endpoint(deletePersonNote, (call) =>
    runCommand(call, async (tx) => {
      const named = { userId: call.params.user_id, noteId: call.params.note_id }
      return (await deleteNote(tx, named, call.user.profile)) ?? reply(null)
    }),
  ),
]
