import { become } from './setup/become.mjs'
import { ensureInstalled } from './setup/install.mjs'

ensureInstalled()
become('server/backup.ts', process.argv.slice(2))
