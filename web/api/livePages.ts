import { topicName } from '../../shared/domain/liveTopics.ts'
import { useLiveQueries } from './live.ts'
import {
  campSeatKey,
  classSeatsKey,
  coachDayKey,
  lessonDaysKey,
  participantsKey,
  queryKeys,
} from './queryKeys.ts'

// What single pages follow; the schedule's hook is apart, so that Book Cage does not load these.

/**
 * Keeps the start times of a coach on one facility day fresh while they are on screen: a booking of that coach by anyone
 * has them loaded again (spec 1 §4, 'Live refresh').
 */
export const useLiveCoach = (coachId: string, day: string): void =>
  useLiveQueries({ [topicName('coach', coachId, day)]: [coachDayKey(coachId, day), lessonDaysKey(coachId)] })

/** Keeps a camp, its spots left and one's own seat fresh while they are on screen. */
export const useLiveCamp = (id: string): void =>
  useLiveQueries({ [topicName('camp', id)]: [[...queryKeys.camps, id], campSeatKey(id)] })

/** Keeps a class, what is left of its sessions and one's own seats fresh while they are on screen. */
export const useLiveClass = (id: string): void =>
  useLiveQueries({ [topicName('class', id)]: [[...queryKeys.classes, id], classSeatsKey(id)] })

/** Keeps everything of the signed-in person's own fresh: the desk may have marked a booking paid. */
export const useLiveAccount = (): void => useLiveQueries({ [topicName('me')]: [queryKeys.me] })

/** Keeps the family fresh: another adult may have added or archived someone. Nothing is followed while signed out. */
export const useLiveHousehold = (signedIn: boolean): void =>
  useLiveQueries(signedIn ? { [topicName('me')]: [participantsKey] } : {})
