import { become } from './setup/become.mjs'
import { heapOptions } from './setup/heap.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// package.json runs this with `exec`, so that a signal to npm reaches the program instead of a waiting shell. Where there
// is no `exec`, as on Windows, the second half of the command runs.

ensureInstalled()
ensureWebBuilt()
become('server/main.ts', process.argv.slice(2), heapOptions())
