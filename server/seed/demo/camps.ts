import { addDays, mondayOf } from '../../../shared/domain/time/time.ts'
import type { DemoCage } from './cages.ts'
import type { DemoCoach } from './coaches.ts'
import { demoId } from './random.ts'
import { minuteOf, type Scene } from './scene.ts'

/** Each camp session takes three cages (spec 3 §9). */
const CAGES_PER_SESSION = 3

type Camp = (typeof camps)[number]

export interface DemoCamp {
  readonly id: string
  readonly name: string
  readonly price: string
  /** The number of registrations in the demo. */
  readonly registrations: number
}

/** `days` count from the Monday of the demo's week. */
const camps = [
  {
    name: 'All-Around Skills Camp',
    description: 'Three mornings of hitting, fielding and base running, ending in a game on the last day.',
    days: [14, 15, 16],
    start_time: '09:00',
    end_time: '12:00',
    coachIndexes: [0, 3],
    registrations: 9,
    fields: {
      price: '180.00',
      max_spots: 20,
      min_age: 8,
      max_age: 12,
      focus: 'all-around',
      level: 'all',
      sport: 'baseball',
      what_to_bring: 'A glove, a bat and water.',
    },
    bullet_points: ['Twelve players per coach at most', 'Camp shirt included'],
  },
  {
    name: 'Softball Power Camp',
    description: 'Two Saturday afternoons on bat speed and the short game, with video of every player.',
    days: [26, 33],
    start_time: '13:00',
    end_time: '16:00',
    coachIndexes: [1],
    registrations: 10,
    fields: {
      price: '120.00',
      max_spots: 12,
      min_age: 10,
      max_age: 14,
      focus: 'hitting',
      level: 'intermediate',
      sport: 'softball',
      what_to_bring: 'Helmet, bat, glove and water. Sneakers, no metal cleats.',
    },
    bullet_points: ['Video review to take home', 'Slapping and power stations'],
  },
  {
    name: 'Friday Night Pitching Camp',
    description: 'One long evening on command: three pitches, two lanes, and a plan for the off-season.',
    days: [11],
    start_time: '17:00',
    end_time: '20:00',
    coachIndexes: [2],
    registrations: 6,
    fields: {
      price: '75.00',
      max_spots: 6,
      min_age: 12,
      max_age: 18,
      focus: 'pitching',
      level: 'advanced',
      sport: 'baseball',
    },
    bullet_points: ['Six pitchers, two lanes', 'Arm-care routine to take home'],
  },
] as const

/** Three published camps: one with room, one nearly full, one full. */
export async function addCamps(
  scene: Scene,
  coaches: readonly DemoCoach[],
  cages: readonly DemoCage[],
): Promise<DemoCamp[]> {
  const monday = mondayOf(scene.today)
  for (const camp of camps) await addCamp(scene, monday, camp, coaches, cages)
  return camps.map(({ name, registrations, fields }) => {
    return { id: demoId('camp', name), name, price: fields.price, registrations }
  })
}

async function addCamp(
  scene: Scene,
  monday: string,
  camp: Camp,
  coaches: readonly DemoCoach[],
  cages: readonly DemoCage[],
): Promise<void> {
  const { tx } = scene
  const { name, description, fields, start_time, end_time } = camp
  const id = demoId('camp', name)
  const days = camp.days.map((count) => addDays(monday, count))
  const coachIds = camp.coachIndexes.flatMap((index) => coaches[index]?.id ?? [])
  const [from, to] = [minuteOf(start_time), minuteOf(end_time)]
  const timeslots = days.map((date) => ({
    id: demoId('timeslot', id, date),
    camp_id: id,
    date,
    start_time,
    end_time,
  }))
  const reserved = timeslots.flatMap(({ id: camp_timeslot_id, date }) => {
    const ids = cages.map((cage) => cage.id)
    const cageIds = scene.diary.takeFree(ids, CAGES_PER_SESSION, date, from, to) ?? []
    for (const coachId of coachIds) scene.diary.take(coachId, date, from, to)
    return cageIds.map((cage_id) => ({ camp_timeslot_id, cage_id }))
  })

  await tx
    .insertInto('camps')
    .values({
      id,
      name,
      description,
      ...fields,
      age_group: `${fields.min_age}-${fields.max_age} years`,
      start_date: days[0] ?? monday,
      end_date: days.at(-1) ?? monday,
      bullet_points: [...camp.bullet_points],
      published: true,
    })
    .execute()
  await tx
    .insertInto('camp_coaches')
    .values(coachIds.map((coach_id) => ({ camp_id: id, coach_id })))
    .execute()
  await tx.insertInto('camp_timeslots').values(timeslots).execute()
  if (reserved.length > 0) await tx.insertInto('camp_timeslot_cages').values(reserved).execute()
}
