import type { Context } from '../../../context.ts'
import { isSigned, sign } from '../../../http/answers/signature.ts'
import { ticketUrl } from '../../messages/changeOffer.ts'
import { CALENDAR_FILE } from './calendar.ts'

const PURPOSE = 'lesson-calendar'

/** What signs the addresses. */
interface Signing {
  readonly config: Pick<Context['config'], 'secrets'>
}

/**
 * Where a lesson's calendar file is: signed, so that knowing a lesson's id opens nothing, and a guest needs no account.
 *
 * @param readerId the account for which it opens, as long as the lesson is its own; null for a guest.
 */
export const calendarPath = (signing: Signing, lessonId: string, readerId: string | null): string => {
  const signature = signatureOf(signing, lessonId, readerId)
  const reader = readerId === null ? '' : `&reader=${readerId}`
  return `/api/lessons/${lessonId}/${CALENDAR_FILE}?signature=${signature}${reader}`
}

/** Whether the address is one that `calendarPath` made. */
export const mayReadCalendar = (
  { config }: Signing,
  lessonId: string,
  { signature, reader }: { signature: string; reader?: string | undefined },
): boolean => isSigned(config.secrets.auth, PURPOSE, subjectOf(lessonId, reader ?? null), signature)

/**
 * Where a lesson's ticket is: in the account; a guest's is signed as the calendar file, in the hash, which no server is told.
 *
 * @param reader.userId null for a guest.
 */
export function lessonTicketUrl(
  at: Signing & { readonly siteUrl: string },
  reader: { readonly userId: string | null },
  lessonId: string,
): string {
  if (reader.userId !== null) return ticketUrl(at.siteUrl, 'lessons', reader, [{ id: lessonId }])
  return `${at.siteUrl}/ticket?tab=lessons&item=${lessonId}#token=${signatureOf(at, lessonId, null)}`
}

const signatureOf = ({ config }: Signing, lessonId: string, readerId: string | null) =>
  sign(config.secrets.auth, PURPOSE, subjectOf(lessonId, readerId))

const subjectOf = (lessonId: string, readerId: string | null) =>
  readerId === null ? lessonId : `${lessonId} ${readerId}`
