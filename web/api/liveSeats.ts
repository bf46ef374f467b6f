import { useLiveQueries } from './live.ts'
import { campQuery, myCampRegistrationQuery } from './queries/camps.ts'
import { classQuery, classSeatsQuery } from './queries/classes.ts'

/** Keeps a camp, its spots left and one's own seat fresh while they are on screen. */
export const useLiveCamp = (id: string): void =>
  useLiveQueries(`/api/camps/${encodeURIComponent(id)}/events`, 'seats', [
    campQuery(id).queryKey,
    myCampRegistrationQuery(id).queryKey,
  ])

/** Keeps a class, what is left of its sessions and one's own seats fresh while they are on screen. */
export const useLiveClass = (id: string): void =>
  useLiveQueries(`/api/classes/${encodeURIComponent(id)}/events`, 'seats', [
    classQuery(id).queryKey,
    classSeatsQuery(id).queryKey,
  ])
