import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { contract } from '../shared/contract/api.ts'
import { errors } from '../shared/contract/errors.ts'
import {
  journeysNowhere,
  longFiles,
  lostLinks,
  lostPaths,
  privatePaths,
  repeatedRows,
  type SourceFile,
  strayEnvironmentReads,
  tornOutFiles,
  unlistedDecisions,
  unmappedOperations,
  untestedCodes,
  untestedOperations,
  vagueNames,
} from './structure/checks.ts'
import { licenceFailures, lockFileFailures } from './structure/lockFile.ts'
import { composedSheets, lostClasses, reachingStyles, repeatedRules } from './structure/styles.ts'

// Checks what the other tools do not: sizes, names, documents that mention missing files. Prints one line
// per problem; exits with 1 if there is any.

const root = dirname(import.meta.dirname)
const binary = /\.(png|jpe?g|webp|avif|ico|woff2?|gz|br|backup)$/

function projectFiles(): SourceFile[] {
  return projectPaths()
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, text: binary.test(path) ? '' : readFileSync(join(root, path), 'utf8') }))
}

function projectPaths(): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  try {
    return execFileSync('git', list, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .split('\0')
      .filter((path) => path !== '')
  } catch {
    return pathsWithoutGit()
  }
}

/** For a copy of the project without git, where .gitignore is not applied. */
function pathsWithoutGit(): string[] {
  const generated = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', 'playwright-report'])
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !generated.has(name))
  return top.flatMap((entry) =>
    entry.isFile()
      ? [entry.name]
      : readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true })
          .filter((inner) => inner.isFile())
          .map((inner) => relative(root, join(inner.parentPath, inner.name))),
  )
}

const files = projectFiles()
const operationIds = contract.map(({ operationId }) => operationId)
const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const failures = [
  ...longFiles(files),
  ...tornOutFiles(files),
  ...vagueNames(files),
  ...lostPaths(files),
  ...lostLinks(files),
  ...unlistedDecisions(files),
  ...repeatedRows(files),
  ...privatePaths(files),
  ...strayEnvironmentReads(files),
  ...journeysNowhere(files),
  ...reachingStyles(files),
  ...composedSheets(files),
  ...lostClasses(files),
  ...repeatedRules(files),
  ...untestedOperations(files, operationIds),
  ...untestedCodes(files, Object.keys(errors)),
  ...unmappedOperations(files, operationIds),
  ...lockFileFailures(locked),
  ...licenceFailures(locked),
]
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
