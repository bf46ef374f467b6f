import { type APIRequestContext, expect } from '@playwright/test'

export const confirmationLink = /https?:\/\/[^\s"]+\/confirm-email#token=[^\s"<]+/
export const invitationLink = /https?:\/\/[^\s"]+\/auth#access_token=[^\s"]+&type=invite/
export const recoveryLink = /https?:\/\/[^\s"]+\/auth#access_token=[^\s"]+&type=recovery/

/** Waits for the newest link of this kind in the development mailbox of an address. */
export async function mailedLink(request: APIRequestContext, email: string, link: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const list = await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)
    for (const [path] of (await list.text()).matchAll(/\/dev\/mailbox\/[0-9a-f-]{36}/g)) {
      const mail = await (await request.get(`${path}/html`)).text()
      found = link.exec(mail.replaceAll('&amp;', '&').replaceAll('&#x3D;', '='))?.[0] ?? ''
      if (found) return
    }
    expect(found).not.toBe('')
  }).toPass({ intervals: [50, 100, 250], timeout: 15_000 })
  return found
}
