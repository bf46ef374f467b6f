import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

export interface DemoCage {
  readonly id: string
  readonly name: string
  readonly price_30_min: string
  readonly price_60_min: string
  readonly price_additional_30_min: string
}

/** 'Cage 1' … 'Cage 8' at the marketing rates (spec 1 §9). */
export async function addCages({ tx }: Scene): Promise<DemoCage[]> {
  const cages = Array.from({ length: 8 }, (_, index) => ({
    id: demoId('cage', index + 1),
    name: `Cage ${index + 1}`,
    price_30_min: '20.00',
    price_60_min: '30.00',
    price_additional_30_min: '15.00',
  }))
  await tx.insertInto('cages').values(cages).execute()
  return cages
}

/** The last cage is out of service for the first two hours of the next open day. */
export async function addClosure(scene: Scene, cages: readonly DemoCage[], createdBy: string): Promise<void> {
  const cage = cages.at(-1)
  const day = [1, 2, 3, 4, 5, 6, 7]
    .map((count) => dayAt(scene, count))
    .find((candidate) => scene.open(candidate))
  const open = day && scene.open(day)
  if (!cage || !open) return
  const id = demoId('closure', day)
  const until = Math.min(open.from + 120, open.to)
  scene.diary.take(cage.id, day, open.from, until)
  await scene.tx
    .insertInto('closures')
    .values({
      id,
      reason: 'New net',
      start_time: scene.instant(day, open.from),
      end_time: scene.instant(day, until),
      created_by: createdBy,
    })
    .execute()
  await scene.tx.insertInto('closure_cages').values({ closure_id: id, cage_id: cage.id }).execute()
}

const sold = [
  ['Water', '2.00', 48],
  ['Sports drink', '3.50', 24],
  ['Batting gloves', '24.00', 10],
  ['Helmet rental', '3.00', null],
] as const

/** What the front desk sells. */
export const addGoods = ({ tx }: Scene) =>
  tx
    .insertInto('goods')
    .values(sold.map(([name, price, count]) => ({ id: demoId('good', name), name, price, count })))
    .execute()
