import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

const title = 'Sample Waiver'
/** The facility's name is filled in, as `publishWaiver` does. */
const body = (name: string) => `This is an example. Ask your lawyer for the text that you need.

# Risks
Baseball and softball can hurt: hard balls, bats and machines, even where everyone is careful.

# Release
! You release ${name} and its coaches from all claims for injuries, including those from negligence, as far as the law allows.

# Medical help
We may call an ambulance if nobody on your list answers in time.`

/** A waiver that is asked for from check-in on, so that signing can be seen, and nobody's booking waits for it. */
export async function addWaiver(scene: Scene): Promise<void> {
  const { tx } = scene
  const { name } = await tx.selectFrom('facility').select('name').executeTakeFirstOrThrow()
  const id = demoId('waiver', 'sample')
  const at = scene.instant(dayAt(scene, -30), 9 * 60)
  await tx
    .insertInto('waivers')
    .values({ id, title, version: 1, required_for: ['camps'], binds: 'check-in', holds_months: 12 })
    .execute()
  await tx
    .insertInto('waiver_versions')
    .values({ waiver_id: id, version: 1, title, body: body(name), published_at: at })
    .execute()
}
