import { apiFetch, problemOf } from './client.ts'

/** Changes the password of the signed-in person; other devices are signed out unless they are to stay. */
export async function changePassword(change: {
  currentPassword: string
  newPassword: string
  revokeOtherSessions: boolean
}): Promise<void> {
  const response = await apiFetch('/api/auth/change-password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  })
  if (!response.ok) throw await problemOf(response)
}

/** In milliseconds. Collecting and downloading years of bookings takes long. */
const exportMs = 120_000

/** Loads everything that is kept about the signed-in person, with the name that the file should have. */
export async function loadMyData(): Promise<{ file: Blob; name: string }> {
  const response = await apiFetch('/api/me/data', {}, exportMs)
  if (!response.ok) throw await problemOf(response)
  const [, name = 'my-data.json'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { file: await response.blob(), name }
}

/** Has the browser download what is at an address of this site. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
