import { become } from './setup/become.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// package.json runs this with `exec`, so that a signal to npm reaches the program instead of a waiting shell. Where there
// is no `exec`, as on Windows, the second half of the command runs.

ensureInstalled()
ensureWebBuilt()
// By itself V8 lets the space of young objects grow to 128 MB, and keeps it: an idle server would hold 60 MB for nothing.
become('server/main.ts', process.argv.slice(2), ['--max-semi-space-size=16'])
