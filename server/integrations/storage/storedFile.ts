/**
 * The URL of a stored picture: a path that does not start with http is in the named bucket (spec 1 §3).
 * Null when there is no picture.
 */
export function storedFileUrl(bucket: string, stored: string | null): string | null {
  if (!stored) return null
  if (/^https?:\/\//i.test(stored)) return stored
  return `/files/${bucket}/${stored.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`
}
