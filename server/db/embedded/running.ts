import { databaseAccount } from './account.ts'
import { openDoor } from './door.ts'
import { openHome } from './home.ts'

/** The address of the embedded database of `dataDir` while a Dugout keeps it running, without claiming it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string> {
  const home = await openHome(dataDir, await databaseAccount())
  return openDoor(home).url('dugout')
}
