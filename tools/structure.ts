import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '../shared/contract/api.ts'
import {
  longFiles,
  lostPaths,
  privatePaths,
  type SourceFile,
  strayEnvironmentReads,
  unmappedOperations,
  untestedOperations,
  vagueNames,
} from './structure/checks.ts'

// Checks what the other tools cannot see: sizes, names, documents that have lost touch with the code. One line
// for each thing that is wrong; ends with 1 when there is any.

const root = dirname(import.meta.dirname)
const binary = /\.(png|jpe?g|webp|avif|ico|woff2?|gz|br)$/

function projectFiles(): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const paths = list
    .toString()
    .split('\0')
    .filter((path) => path && existsSync(join(root, path)))
  return paths.map((path) => ({
    path,
    text: binary.test(path) ? '' : readFileSync(join(root, path), 'utf8'),
  }))
}

const files = projectFiles()
const operationIds = contract.map(({ operationId }) => operationId)
const failures = [
  ...longFiles(files),
  ...vagueNames(files),
  ...lostPaths(files),
  ...privatePaths(files),
  ...strayEnvironmentReads(files),
  ...untestedOperations(files, operationIds),
  ...unmappedOperations(files, operationIds),
]
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
