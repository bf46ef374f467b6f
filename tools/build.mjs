import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

ensureInstalled()
ensureWebBuilt()
