import { newAvatarPath, setAvatar, storeAvatar } from '../../features/coaches/avatar.ts'
import type { FileStorage } from '../../integrations/storage/fileStorage.ts'
import { squarePicture } from '../../integrations/storage/squarePicture.ts'
import type { People } from './people.ts'
import { portraitOf } from './portraits.ts'
import { demoId } from './random.ts'
import { dayAt, minuteOf, type Scene } from './scene.ts'

export interface DemoCoach {
  readonly id: string
  readonly name: string
  /** Dollars per hour. */
  readonly hourlyRate: string
  /** Weekdays (0 = Sunday) on which lessons are given, and from when to when. */
  readonly days: readonly number[]
  readonly from: number
  readonly to: number
}

const coaches = [
  {
    key: 'delgado',
    name: 'Marcus Delgado',
    hourlyRate: '60.00',
    specialties: ['Hitting', 'Mental Game'],
    days: [1, 2, 3, 4, 5],
    bio: 'Played second base at Lamar and coached travel ball for eleven years. Short swings, loud contact, and a plan for every at-bat.',
  },
  {
    key: 'broussard',
    name: 'Tasha Broussard',
    hourlyRate: '55.00',
    specialties: ['Softball - Slapping', 'Softball - Pitching', 'Base Running'],
    days: [1, 3, 5],
    bio: 'All-conference left-handed slapper. Teaches pitchers to own the rise ball and runners to own the first three steps.',
  },
  {
    key: 'whitfield',
    name: 'Ray Whitfield',
    hourlyRate: '70.00',
    specialties: ['Pitching', 'Strength & Conditioning'],
    days: [2, 4],
    bio: 'Nine seasons on the mound and a degree in kinesiology. Builds arms that last a season, and mechanics that last longer.',
  },
  {
    key: 'ortiz',
    name: 'Lena Ortiz',
    hourlyRate: '50.00',
    specialties: ['Catching', 'Fielding', 'Hitting'],
    days: [1, 2, 4, 5],
    bio: 'A catcher first and a hitting coach second. Her lessons start with footwork and end with a game.',
  },
] as const

/** Four coaches, each with an account; the first account is the demo coach. */
export async function addCoaches(scene: Scene, people: People): Promise<DemoCoach[]> {
  const { tx } = scene
  const rows = coaches.map((coach, index) => ({
    ...coach,
    id: demoId('coach', coach.key),
    userId: index === 0 ? people.coach.id : demoId('profile', coach.key),
    email: index === 0 ? people.coach.email : `${coach.key}@people.dugout.test`,
    phone: `(409) 555-012${index}`,
  }))
  await tx
    .insertInto('profiles')
    .values(
      rows.slice(1).map((coach) => ({
        id: coach.userId,
        full_name: coach.name,
        email: coach.email,
        email_verified: true,
        phone_number: coach.phone,
        role: 'coach' as const,
        created_at: scene.instant(dayAt(scene, -90), 12 * 60),
      })),
    )
    .execute()
  await tx
    .insertInto('coaches')
    .values(
      rows.map((coach) => ({
        id: coach.id,
        name: coach.name,
        email: coach.email,
        phone_number: coach.phone,
        bio: coach.bio,
        specialties: [...coach.specialties],
        hourly_rate: coach.hourlyRate,
        user_id: coach.userId,
      })),
    )
    .execute()
  for (const { id, userId } of rows) {
    await tx.updateTable('profiles').set({ coach_id: id }).where('id', '=', userId).execute()
  }
  await tx.insertInto('coach_availability').values(rows.flatMap(availability)).execute()
  return rows.map(({ id, name, hourlyRate, days }) => {
    return { id, name, hourlyRate, days, from: minuteOf('16:00'), to: minuteOf('21:00') }
  })
}

/** Draws the coaches' pictures and stores them as an upload is. */
export async function addCoachPictures({ tx, instant, today }: Scene, people: People, files: FileStorage) {
  const { default: sharp } = await import('sharp')
  for (const [index, { key }] of coaches.entries()) {
    const svg = portraitOf(key)
    const pictures = svg && (await squarePicture(await sharp(Buffer.from(svg)).png().toBuffer()))
    if (typeof pictures !== 'object') throw new Error(`The picture of ${key} cannot be drawn.`)
    const path = newAvatarPath(
      index === 0 ? people.coach.id : demoId('profile', key),
      instant(today, minuteOf('09:00')),
    )
    await storeAvatar(files, path, pictures)
    await setAvatar(tx, demoId('coach', key), path)
  }
}

/** Seven rows: weekday evenings, and Saturday for everyone. */
const availability = (coach: { id: string; days: readonly number[] }) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    id: demoId('availability', coach.id, day),
    coach_id: coach.id,
    day_of_week: day,
    start_time: day === 6 ? '09:00' : '16:00',
    end_time: day === 6 ? '14:00' : '21:00',
    is_available: day === 6 || coach.days.includes(day),
  }))
