import type { PageQuery } from '../../../shared/contract/page.ts'
import type { PersonMessage } from '../../../shared/contract/people/personPage.ts'
import type { Db } from '../../db/database.ts'
import { keyId, keyInstant, keysetList, type Page } from '../../db/keyset.ts'
import { Refusal } from '../../refusal.ts'
import { kindOf } from '../messages/compose.ts'
import { editedTemplates } from '../messages/queries.ts'
import { type Sender, subjectOf } from '../messages/render.ts'

const newestFirst = keysetList('messages of a person', [keyInstant('created_at'), keyId('id')], 'desc')

/** Messages to this account, with the subjects that they have. */
export async function listMessages(
  db: Db,
  userId: string,
  query: PageQuery,
  sender: Sender,
): Promise<Page<PersonMessage> | Refusal> {
  const start = newestFirst.open(query)
  if (start instanceof Refusal) return start
  const rows = db
    .selectFrom('outbox')
    .select([
      'id',
      'template',
      'to_email',
      'status',
      'attempts',
      'last_error',
      'created_at',
      'sent_at',
      'data',
    ])
    .where('to_user_id', '=', userId)
  const page = await newestFirst.read(rows, start)
  const templates = [...new Set(page.items.map(({ template }) => template))]
  const edited = templates.length > 0 ? await editedTemplates(db, templates) : new Map()
  return {
    items: page.items.map(({ data, created_at, sent_at, ...row }) => ({
      ...row,
      subject: subjectOf(kindOf(row.template), data, sender, edited.get(row.template)) ?? row.template,
      created_at: created_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
      can_resend: row.status === 'failed',
    })),
    cursor: page.cursor,
  }
}
