import { become } from './setup/become.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// package.json runs this by `exec`, so that a signal to npm reaches the program and not a shell that waits for it;
// where there is no `exec`, as on Windows, its second half runs.

ensureInstalled()
ensureWebBuilt()
become('server/main.ts', process.argv.slice(2))
