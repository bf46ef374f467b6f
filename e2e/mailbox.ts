import { type APIRequestContext, expect } from '@playwright/test'
import { sql } from 'kysely'
import { type FacilityServer, writeRows } from './facilityServer.ts'

export const confirmationLink = /https?:\/\/[^\s"]+\/confirm-email#token=[^\s"<]+/
export const invitationLink = /https?:\/\/[^\s"]+\/auth#access_token=[^\s"]+&type=invite/
export const recoveryLink = /https?:\/\/[^\s"]+\/auth#access_token=[^\s"]+&type=recovery/

/**
 * Waits for the newest link of this kind in the development mailbox of an address.
 *
 * @param about what the mail mentions, where several have such links.
 */
export async function mailedLink(
  request: APIRequestContext,
  email: string,
  link: RegExp,
  about = '',
): Promise<string> {
  let found = ''
  await expect(async () => {
    const list = await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)
    for (const [path] of (await list.text()).matchAll(/\/dev\/mailbox\/[0-9a-f-]{36}/g)) {
      const mail = await (await request.get(`${path}/html`)).text()
      if (!mail.includes(about)) continue
      found = link.exec(mail.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='))?.[0] ?? ''
      if (found) return
    }
    expect(found).not.toBe('')
  }).toPass({ intervals: [50, 100, 250], timeout: 15_000 })
  return found
}

/** Sends what is withheld as long as staff can undo a change. */
export async function letUndoTimePass(server: FacilityServer): Promise<void> {
  const due = { next_attempt_at: new Date(0) }
  await writeRows(server, async (db) => {
    await db.updateTable('outbox').set(due).where('staff_change_id', 'is not', null).execute()
    await sql`select pg_notify('outbox_changed', '')`.execute(db)
  })
}
