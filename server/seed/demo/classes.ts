import { dayOfWeek, daysBetween, mondayOf } from '../../../shared/domain/time/time.ts'
import type { DemoCage } from './cages.ts'
import type { DemoCoach } from './coaches.ts'
import { demoId } from './random.ts'
import { dayAt, minuteOf, type Scene } from './scene.ts'

const WEEKS_BEFORE = 4
const WEEKS = 12

const courses = [
  {
    name: 'Youth Hitting Fundamentals',
    description: 'Stance, load and a level path, in small groups with plenty of swings for everyone.',
    coachIndex: 3,
    age_group: '8-10 years',
    what_to_bring: 'Helmet and bat; we have both to borrow.',
    min_age: 8,
    max_age: 10,
    price: '25.00',
    max_spots: 8,
    cages_reserved: 1,
    weekdays: [1, 4],
    start_time: '16:00',
    end_time: '17:00',
  },
  {
    name: 'Softball Slapping & Speed',
    description: 'Left-side footwork, soft and power slaps, and the first three steps out of the box.',
    coachIndex: 1,
    age_group: '11-14 years',
    what_to_bring: 'Helmet, bat and sneakers.',
    min_age: 11,
    max_age: 14,
    price: '30.00',
    max_spots: 6,
    cages_reserved: 2,
    weekdays: [3],
    start_time: '17:30',
    end_time: '18:30',
  },
  {
    name: 'Saturday Pitching Lab',
    description: 'Bullpens on video, arm care, and one thing to work on until next week.',
    coachIndex: 2,
    age_group: '12-18 years',
    what_to_bring: 'Glove and water. Catchers: your gear.',
    min_age: 12,
    max_age: 18,
    price: '35.00',
    max_spots: 5,
    cages_reserved: 2,
    weekdays: [6],
    start_time: '10:00',
    end_time: '11:30',
  },
] as const

type Course = (typeof courses)[number]

/** A session of a class, with what is needed to register for it. */
export interface DemoSession {
  readonly id: string
  readonly className: string
  readonly day: string
  readonly from: number
  readonly maxSpots: number
  /** Dollars. */
  readonly price: string
}

/** Three weekly classes, from four weeks ago to eight weeks ahead, with a session on each of their open days. */
export async function addClasses(
  scene: Scene,
  coaches: readonly DemoCoach[],
  cages: readonly DemoCage[],
): Promise<DemoSession[]> {
  const sessions: DemoSession[] = []
  for (const course of courses) sessions.push(...(await addClass(scene, course, coaches, cages)))
  return sessions
}

async function addClass(
  scene: Scene,
  course: Course,
  coaches: readonly DemoCoach[],
  cages: readonly DemoCage[],
): Promise<DemoSession[]> {
  const { tx } = scene
  const { name, weekdays, start_time, end_time, coachIndex, ...fields } = course
  const id = demoId('class', name)
  const coach_id = coaches[coachIndex]?.id ?? null
  const first = -daysBetween(mondayOf(scene.today), scene.today) - WEEKS_BEFORE * 7
  const days = Array.from({ length: WEEKS * 7 }, (_, index) => dayAt(scene, first + index))
  const span = { start_date: dayAt(scene, first), end_date: dayAt(scene, first + WEEKS * 7 - 1) }
  const schedules = weekdays.map((day_of_week) => {
    return { id: demoId('schedule', id, day_of_week), class_id: id, day_of_week, start_time, end_time }
  })
  const planned = days
    .filter((day) => weekdays.some((weekday) => weekday === dayOfWeek(day)) && scene.open(day))
    .flatMap((day) => reserve(scene, course, day, coach_id, cages))

  await tx
    .insertInto('classes')
    .values({ id, name, coach_id, ...fields, ...span })
    .execute()
  await tx.insertInto('class_schedules').values(schedules).execute()
  if (planned.length === 0) return []
  await tx
    .insertInto('class_instances')
    .values(
      planned.map(({ id: session, day }) => {
        return { id: session, class_id: id, coach_id, class_date: day, start_time, end_time }
      }),
    )
    .execute()
  await tx
    .insertInto('class_instance_cages')
    .values(
      planned.flatMap(({ id: class_instance_id, cageIds }) =>
        cageIds.map((cage_id) => ({ class_instance_id, cage_id })),
      ),
    )
    .execute()
  return planned.map(({ id: session, day }) => {
    return {
      id: session,
      className: name,
      day,
      from: minuteOf(start_time),
      maxSpots: course.max_spots,
      price: course.price,
    }
  })
}

/** Takes the coach and cages, from the last cage on; empty when there are not enough. */
function reserve(
  scene: Scene,
  course: Course,
  day: string,
  coachId: string | null,
  cages: readonly DemoCage[],
) {
  const [from, to] = [minuteOf(course.start_time), minuteOf(course.end_time)]
  const ids = cages.map((cage) => cage.id).reverse()
  const cageIds = scene.diary.takeFree(ids, course.cages_reserved, day, from, to)
  if (!cageIds) return []
  if (coachId) scene.diary.take(coachId, day, from, to)
  return [{ id: demoId('session', course.name, day), day, cageIds }]
}
