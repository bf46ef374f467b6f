import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'

interface Session {
  readonly class_date: string
  readonly start_time: string
  readonly end_time: string
}

/** '4:00 PM - 5:00 PM', on the facility's clock. */
export const sessionTimes = ({ start_time, end_time }: Session): string =>
  `${formatWallTime(start_time)} - ${formatWallTime(end_time)}`

/** 'Tue Nov 24, 4:00 PM - 5:00 PM'. */
export const sessionName = (session: Session): string =>
  `${formatDay(session.class_date)}, ${sessionTimes(session)}`
