import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder of a demo: while this file is there, the facility of the folder `own` is served. */
const MARK = 'own-facility.txt'

/**
 * The folder whose database, pictures and secrets are used: the data folder, or the one in it of a facility that was started
 * from the demo. Nothing of the demo is in that one.
 */
export const folderInUse = (dataDir: string): string =>
  hasOwnFacility(dataDir) ? join(dataDir, 'own') : dataDir

export const hasOwnFacility = (dataDir: string): boolean => existsSync(join(dataDir, MARK))

/** From the next start on, an own facility is served. The demo's files stay as they are. */
export function keepDemoAside(dataDir: string): void {
  mkdirSync(join(dataDir, 'own'), { recursive: true })
  writeFileSync(
    join(dataDir, MARK),
    'Dugout serves your own facility, in the folder "own" beside this file. The demo is kept here.\n' +
      'To look at the demo, start Dugout with DEMO_SEED=true. To go back to it for good, delete this file.\n',
  )
}

/** Goes back to the demo, where the own facility could not be started; what it has in its folder stays. */
export const returnToDemo = (dataDir: string): void => rmSync(join(dataDir, MARK), { force: true })
