import { become } from './setup/become.mjs'
import { ensureInstalled } from './setup/install.mjs'

ensureInstalled()
become('torture/torture.ts', process.argv.slice(2))
