import type { HouseholdInvitation, Participant } from '../../../shared/contract/accounts/households.ts'
import type { Db } from '../../db/database.ts'
import { bodyOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'

/** A participant without an account, for whom these people are adults. */
export async function addChild(
  db: Db,
  adults: readonly Pick<Person, 'id'>[],
  { name = 'Mia Example', birthDate = null }: { name?: string; birthDate?: string | null } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('participants')
    .values({ name, birth_date: birthDate })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('participant_adults')
    .values(adults.map((adult) => ({ participant_id: id, user_id: adult.id })))
    .execute()
  return id
}

/** How someone uses the calls of families over HTTP. */
export function familyOf(app: TestApp, { cookie }: Pick<Person, 'cookie'>) {
  const send = (method: string, path: string, json?: object) =>
    app.request(path, { method, cookie, ...(json ? { json } : {}) })
  return {
    list: () => bodyOf<Participant[]>(send('GET', '/api/me/participants')),
    create: (json: object) => send('POST', '/api/me/participants', json),
    update: (id: string, json: object) => send('PATCH', `/api/participants/${id}`, json),
    delete: (id: string) => send('DELETE', `/api/participants/${id}`),
    setTold: (id: string, userId: string, is_told: boolean) =>
      send('PATCH', `/api/participants/${id}/adults/${userId}`, { is_told }),
    removeAdult: (id: string, userId: string) => send('DELETE', `/api/participants/${id}/adults/${userId}`),
    invite: (email: string, ...participant_ids: string[]) =>
      send('POST', '/api/me/household-invitations', { email, participant_ids }),
    sent: () => bodyOf<HouseholdInvitation[]>(send('GET', '/api/me/household-invitations')),
    withdraw: (id: string) => send('DELETE', `/api/me/household-invitations/${id}`),
    received: () => bodyOf<{ id: string }[]>(send('GET', '/api/me/received-invitations')),
    verify: (token: string) => send('POST', '/api/household-invitations/verify', { token }),
    accept: (json: object) => send('POST', '/api/household-invitations/accept', json),
    decline: (json: object) => send('POST', '/api/household-invitations/decline', json),
  }
}
