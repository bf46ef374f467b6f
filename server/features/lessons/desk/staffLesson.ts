import type { Role } from '../../../../shared/contract/fields.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import type { Db } from '../../../db/database.ts'
import { nameBesideBooker } from '../../households/participation.ts'
import { readableByCoach } from '../coach/ownClients.ts'
import type { Lesson } from '../lessonRows.ts'

/** A lesson as one of the staff reads it: its coach sees the contact of own clients only (decision 32). */
export async function asStaffLesson(
  db: Db,
  lesson: Lesson,
  { reader, now }: { reader: Role; now: Date },
): Promise<StaffLesson> {
  const whole = staffLesson(lesson)
  if (reader !== 'coach') return whole
  const [readable = whole] = await readableByCoach(db, [whole], { coachId: lesson.coach_id, now })
  return readable
}

/** With the contact in full: for the desk, or for `readableByCoach`. */
export const staffLesson = (lesson: Lesson): StaffLesson => ({
  id: lesson.id,
  booking_type: lesson.booking_type,
  coach_id: lesson.coach_id,
  coach_name: lesson.coach_name,
  customer_id: lesson.person.userId,
  customer_name: lesson.person.name,
  customer_email: lesson.person.email,
  customer_phone: lesson.person.phone,
  participant_name: nameBesideBooker(lesson),
  cage_id: lesson.cage_id,
  cage_name: lesson.cage_name,
  lesson_date: lesson.lesson_date,
  start_time: lesson.start_time.slice(0, 5),
  end_time: lesson.end_time.slice(0, 5),
  duration_minutes: lesson.duration_minutes,
  coach_rate: dollarsFromDecimal(lesson.coach_rate),
  cage_cost: dollarsFromDecimal(lesson.cage_cost),
  total_cost: dollarsFromDecimal(lesson.total_cost),
  status: lesson.status,
  payment_status: lesson.payment_status,
  payment_method: lesson.payment_method,
  customer_notes: lesson.customer_notes,
  coach_notes: lesson.coach_notes,
  attendance: lesson.attendance,
  revision: lesson.version,
  paid_by_hand_at: lesson.paid_by_hand_at?.toISOString() ?? null,
})
