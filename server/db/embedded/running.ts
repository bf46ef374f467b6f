import { databaseAccount } from './account.ts'
import { openClusterFiles } from './clusterFiles.ts'
import { createListener } from './listener.ts'

/** The URL of the embedded database of `dataDir` that another Dugout process keeps running; does not claim it. */
export async function runningDatabaseUrl(dataDir: string): Promise<string> {
  const files = await openClusterFiles(dataDir, await databaseAccount())
  return createListener(files).url('dugout')
}
