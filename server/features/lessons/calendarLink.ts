import type { Context } from '../../context.ts'
import { isSigned, sign } from '../../http/signature.ts'
import { CALENDAR_FILE } from './calendar.ts'

const PURPOSE = 'lesson-calendar'

/** Where a lesson's calendar file is: signed, so that knowing a lesson's id opens nothing, and a guest needs no account. */
export const calendarPath = ({ config }: Pick<Context, 'config'>, lessonId: string): string =>
  `/api/lessons/${lessonId}/${CALENDAR_FILE}?signature=${sign(config.secrets.auth, PURPOSE, lessonId)}`

/** Whether the address is one that `calendarPath` made. */
export const mayReadCalendar = (
  { config }: Pick<Context, 'config'>,
  lessonId: string,
  signature: string,
): boolean => isSigned(config.secrets.auth, PURPOSE, lessonId, signature)
