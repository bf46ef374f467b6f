import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { ensureInstalled } from './setup/install.mjs'
import { inProject, node24, root } from './setup/project.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// Runs the benchmarks one after the other, so that they do not disturb one another. `npm run bench -- word`
// runs those whose file name contains the word.

const [word = ''] = process.argv.slice(2)

ensureInstalled()
ensureWebBuilt()

const files = readdirSync(inProject('bench')).filter(
  (name) => name.endsWith('.bench.ts') && name.includes(word),
)
let failed = 0
for (const file of files.sort()) {
  console.log(`\n── ${file}`)
  if (spawnSync(node24, [inProject(`bench/${file}`)], { cwd: root, stdio: 'inherit' }).status !== 0) failed++
}
process.exitCode = failed === 0 && files.length > 0 ? 0 : 1
