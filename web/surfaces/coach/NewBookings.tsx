import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { useLiveQueries } from '../../api/live.ts'
import { queryKeys } from '../../api/queryKeys.ts'
import { read } from '../../api/read.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Keeps what the portal shows fresh while it is open, and tells quietly of each lesson that someone else has booked with the
 * coach in the meantime (spec 3 §7, realtime).
 */
export function NewBookings({ coachId }: { coachId: string }) {
  useLiveQueries({ [topicName('lessons', coachId)]: [[...queryKeys.staff, 'portal']] })
  const { data } = useQuery(
    read('GET /api/coach/bookings', { p_coach_id: coachId, view: 'newest', page_size: 5 }),
  )
  const newest = data?.items
  // The latest that was there when the portal was opened, or that has been told of.
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (!newest) return
    const before = told.current
    const latest = newest[0]?.created_at ?? ''
    told.current = before !== undefined && before > latest ? before : latest
    if (before === undefined) return
    for (const lesson of newest) {
      if (lesson.created_at <= before || lesson.booked_by_coach || lesson.status === 'canceled') continue
      const who = lesson.participant?.name ?? lesson.customer_name
      toast.info(
        `New booking: ${who}, ${formatDay(lesson.lesson_date)}, ${formatWallTime(lesson.start_time)}`,
      )
    }
  }, [newest])
  return null
}
