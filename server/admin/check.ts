import { openingSteps } from '../../shared/domain/facility/openingSteps.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { readSteps } from '../features/settings/opening/checklist.ts'

/** Prints the list of the staff's first page, for whoever looks after the server. */
export async function printChecklist(db: Db, config: Config): Promise<void> {
  const steps = await readSteps(db, { config, now: systemClock.now() })
  const line = ({ key, done, fact }: (typeof steps)[number]) =>
    `  ${done ? '✓' : '–'} ${openingSteps[key].title}${fact || !done ? `: ${fact || openingSteps[key].about}` : ''}\n`
  const [needed, later] = [steps.filter((step) => step.needed), steps.filter((step) => !step.needed)]
  const missing = needed.filter(({ done }) => !done)
  process.stdout.write(
    `Needed to open\n${needed.map(line).join('')}When you are ready\n${later.map(line).join('')}`,
  )
  process.stdout.write(
    missing.length === 0
      ? 'Nothing that is needed is missing.\n'
      : `Missing before you can open: ${missing.map(({ key }) => openingSteps[key].title).join(', ')}.\n`,
  )
  if (missing.length > 0) process.exitCode = 1
}
