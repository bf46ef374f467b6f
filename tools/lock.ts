import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { completed, missingEntries } from './structure/lockFile.ts'

// `npm run lock`, after each `npm install` that changed package-lock.json: adds the packages of other platforms that
// the registry in use did not serve, so that `npm ci` accepts the file everywhere.

const file = join(dirname(import.meta.dirname), 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingEntries(lock.packages)
if (missing.length > 0) {
  lock.packages = completed(lock.packages)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`${missing.length} packages of other platforms were entered into package-lock.json.`)
