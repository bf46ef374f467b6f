import { databaseAccount } from './account.ts'
import { createListener } from './listener.ts'
import { openClusterFiles } from './clusterFiles.ts'

/** The address of the embedded database of `dataDir` while a Dugout keeps it running, without claiming it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string> {
  const home = await openClusterFiles(dataDir, await databaseAccount())
  return createListener(home).url('dugout')
}
