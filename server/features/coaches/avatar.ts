const BUCKET = '/files/coach-avatars'

/**
 * Where a coach's picture can be loaded from: a stored path that does not start with http lies in the bucket
 * coach-avatars (spec 1 §3). Null when there is no picture.
 */
export function avatarUrl(stored: string | null): string | null {
  if (!stored) return null
  if (/^https?:\/\//i.test(stored)) return stored
  return `${BUCKET}/${stored.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`
}
