import { become } from './setup/become.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

ensureInstalled()
ensureWebBuilt()
become('server/main.ts', process.argv.slice(2))
