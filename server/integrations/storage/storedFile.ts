/**
 * The name of a picture that is uploaded now, before the endings of its files: its time in microseconds says that it is
 * stored as AVIF too (shared/domain/facility/pictureWidths.ts).
 */
export const newPictureName = (folder: string, now: Date): string => `${folder}/${now.getTime()}000`

/**
 * The URL of a stored picture: a path that does not start with http is in the named bucket (spec 1 §3).
 * Null when there is no picture.
 */
export function storedFileUrl(bucket: string, stored: string | null): string | null {
  if (!stored) return null
  if (/^https?:\/\//i.test(stored)) return stored
  return `/files/${bucket}/${stored.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`
}
