import { topicName } from '../../shared/domain/liveTopics.ts'
import { useLiveQueries } from './live.ts'
import { scheduleQuery } from './queries/cages.ts'
import { queryKeys } from './queryKeys.ts'

/** Keeps the schedules of facility days (`yyyy-MM-dd`) fresh while they are on screen, or while they may be next. */
export const useLiveSchedule = (...days: readonly string[]): void =>
  useLiveQueries(
    Object.fromEntries(days.map((day) => [topicName('schedule', day), [scheduleQuery(day).queryKey]])),
  )

/** Keeps how much is free on the coming days fresh while it is on screen. */
export const useLiveOpenTimes = (): void =>
  useLiveQueries({ [topicName('open-times')]: [queryKeys.openTimes] })
