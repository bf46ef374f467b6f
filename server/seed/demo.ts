import { sql } from 'kysely'
import type { StripeSandbox } from '../../sandbox/sandbox.ts'
import { type Db, system, transaction } from '../db/database.ts'
import type { FileStorage } from '../integrations/storage/fileStorage.ts'
import { addBookings } from './demo/bookings.ts'
import { addBuildingPicture } from './demo/building.ts'
import { addCages, addClosure, addGoods } from './demo/cages.ts'
import { addCampRegistrations } from './demo/campRegistrations.ts'
import { addCamps } from './demo/camps.ts'
import { addClasses } from './demo/classes.ts'
import { addClassRegistrations } from './demo/classRegistrations.ts'
import { addCoaches, addCoachPictures } from './demo/coaches.ts'
import { addFamily } from './demo/family.ts'
import { addLessons } from './demo/lessons.ts'
import { addMemberships } from './demo/memberships.ts'
import { addContactMessages } from './demo/messages.ts'
import { addPayments } from './demo/payments.ts'
import { addPeople } from './demo/people.ts'
import { setScene } from './demo/scene.ts'
import { addWaiver } from './demo/waiver.ts'

/**
 * Fills a facility without cages with cages, people and a few weeks of bookings of every kind around `now`; where
 * there are cages it does nothing. The same facility day gives the same demo. Needs `seedFacility` first.
 *
 * @param sandbox records the demo's card payments, if the built-in sandbox is the provider.
 * @param files gets the pictures of the building and the coaches; without it there are none.
 * @param hashPassword for the five accounts `admin@`, `desk@`, `coach@`, `customer@` and `member@demo.dugout.test`.
 */
export async function seedDemo(
  db: Db,
  now: Date,
  hashPassword: (password: string) => Promise<string>,
  { sandbox = null, files = null }: { sandbox?: StripeSandbox | null; files?: FileStorage | null } = {},
): Promise<void> {
  await transaction(db, system, async (tx) => {
    // Of several processes one creates the demo, and the others wait and find the cages.
    await sql`select pg_advisory_xact_lock(hashtext('dugout demo'))`.execute(tx)
    if (await tx.selectFrom('cages').select('id').limit(1).executeTakeFirst()) return

    const scene = await setScene(tx, now, sandbox)
    const cages = await addCages(scene)
    await addGoods(scene)
    await addWaiver(scene)
    const people = await addPeople(scene, hashPassword)
    const children = await addFamily(scene, people)
    const coaches = await addCoaches(scene, people)
    if (files) {
      await addBuildingPicture(scene, files)
      await addCoachPictures(scene, people, files)
    }
    const memberships = await addMemberships(scene, people)
    await addContactMessages(scene)
    await addClosure(scene, cages, people.admin.id)
    const sessions = await addClasses(scene, coaches, cages)
    const camps = await addCamps(scene, coaches, cages)
    const paid = [
      ...memberships,
      ...(await addClassRegistrations(scene, people, children, sessions)),
      ...(await addCampRegistrations(scene, people, children, camps)),
      ...(await addLessons(scene, people, children, coaches, cages)),
      ...(await addBookings(scene, people, children, cages)),
    ]
    await addPayments(scene, paid)
  })
}
