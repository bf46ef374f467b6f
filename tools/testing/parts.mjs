import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'
import { fakeClock } from './clock.mjs'

/**
 * @typedef {object} Part one thing that `npm test` runs
 * @property {string} name
 * @property {string[]} command run by Node 24, or, when it does not end in .js or the like, by itself
 * @property {() => Record<string, string>} [env]
 * @property {boolean} [live] shows its output while it runs, and not only when it fails
 * @property {() => Count | null} [count] what it counted; a part without it counts as one
 *
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] what failed, each with its error
 * @property {string[]} [unstable] what passed at its second try, each with the error of its first
 * @property {string[]} [notRun] counts as neither
 */

/** @param {string} path */
const tool = (path) => inProject(`node_modules/${path}`)
const reports = inProject('node_modules/.cache')

const schema = ['schema', 'migrations']
  .map((folder) => inProject(`server/db/${folder}`))
  .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : []))
  .filter((path) => path.endsWith('.sql'))

/** @type {Part[]} */
export const checks = [
  {
    name: 'format and lint',
    command: [
      tool('@biomejs/biome/bin/biome'),
      'ci',
      '--colors=off',
      '--diagnostic-level=warn',
      '--error-on-warnings',
      '.',
    ],
  },
  { name: 'types', command: [inProject('tools/testing/types.mjs')] },
  { name: 'structure', command: [inProject('tools/structure.ts')] },
  {
    name: 'boundaries',
    command: [
      tool('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--no-progress',
      ...['shared', 'server', 'sandbox', 'web', 'tools', 'bench', 'torture', 'e2e'],
    ],
  },
  { name: 'unused code', command: [tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
  { name: 'database schema', command: [tool('squawk-cli/js/bin/squawk'), ...schema] },
]

export const unit = vitest('unit', 'unit tests')

export const http = { ...vitest('http', 'HTTP tests'), live: true }

/** Without those that take longest: lives, races, plans and floods, which are tagged as slow. */
export const quickHttp = { ...vitest('http', 'HTTP tests, quick ones', ['--tags-filter=!slow']), live: true }

export const endurance = { ...vitest('endurance', 'endurance tests'), live: true }

/** One round of each fault, and more as a minute allows. @type {Part} */
export const torture = {
  name: 'torture',
  command: [inProject('torture/torture.ts'), '--minutes', '1'],
  live: true,
}

/** @type {Part} */
export const build = { name: 'web build', command: [inProject('tools/build.mjs')] }

/**
 * At the present time, without those of the Monday; or all, at the demo facility's `JOURNEYS_CLOCK`, such as
 * `2028-12-04T03:20`, in Chromium only.
 */
export const e2e = process.env.JOURNEYS_CLOCK
  ? journeys(
      'browser journeys',
      ['--project=narrow', '--project=desktop', '--project=phone'],
      process.env.JOURNEYS_CLOCK,
    )
  : journeys('browser journeys', ['--grep-invert=@monday'])

/** One journey or two for each screen, in Chromium only. */
export const quickJourneys = journeys('browser journeys, quick ones', [
  '--grep=@quick',
  ...['--project=narrow', '--project=desktop', '--project=phone'],
])

/**
 * What depends most on day and hour, on a Monday before opening, when the demo has bookings past their cut-off: it passes or
 * fails alike on every day.
 */
export const mondayJourneys = journeys(
  'journeys of a Monday',
  ['--grep=@monday', ...['--project=narrow', '--project=desktop', '--project=phone']],
  '2028-12-04T03:20',
)

/**
 * @param {string} name
 * @param {string[]} which files and projects; all when empty
 * @param {string} [wallTime] of the demo facility, when they begin; the present unless told otherwise
 * @returns {Part}
 */
function journeys(name, which, wallTime) {
  const file = `${reports}/playwright-${name.replaceAll(/\W+/g, '-')}.json`
  return {
    name,
    command: [tool('@playwright/test/cli.js'), ...['test', '--reporter', 'list,json'], ...which],
    env: () => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(wallTime && fakeClock(wallTime)) }),
    live: true,
    count: () => {
      const report = takeReport(file)
      if (!report) return null
      const { expected, flaky, unexpected } = report.stats
      return {
        passed: expected + flaky,
        failed: unexpected,
        failures: [...journeysThatEnded('unexpected', report), ...report.errors.map(textOf)],
        unstable: journeysThatEnded('flaky', report),
        notRun: skippedJourneys(report),
      }
    },
  }
}

/**
 * The reasons why journeys were skipped, each with the number of journeys.
 * @param {import('@playwright/test/reporter').JSONReport} report
 */
export function skippedJourneys(report) {
  const skipped = report.suites
    .flatMap(specsOf)
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
  /** @type {Map<string, number>} */
  const journeys = new Map()
  for (const { annotations, projectName } of skipped) {
    const reason = annotations[0]?.description ?? projectName
    journeys.set(reason, (journeys.get(reason) ?? 0) + 1)
  }
  return [...journeys].map(([reason, count]) => `${reason} (journeys: ${count})`)
}

/**
 * Each journey with that status, and the errors of the tries that failed.
 * @param {'unexpected' | 'flaky'} status
 * @param {import('@playwright/test/reporter').JSONReport} report
 */
export const journeysThatEnded = (status, report) =>
  report.suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName, results }) => {
        const errors = results.flatMap((result) => result.errors)
        return [`[${projectName}] ${file}: ${title}`, ...errors.map(textOf)].join('\n')
      }),
  )

const textOf = (/** @type {{ message?: string }} */ { message = 'no message' }) => message

/**
 * @param {import('@playwright/test/reporter').JSONReportSuite} suite
 * @returns {import('@playwright/test/reporter').JSONReportSpec[]}
 */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/**
 * @param {string} project of vitest.config.ts
 * @param {string} name
 * @param {string[]} [which]
 * @returns {Part}
 */
function vitest(project, name, which = []) {
  const file = `${reports}/vitest-${project}.json`
  const outcome = `${reports}/vitest-${project}-outcome.json`
  const reporters = ['default', 'json', inProject('tools/vitest/outcome-reporter.ts')].map(
    (reporter) => `--reporter=${reporter}`,
  )
  return {
    name,
    command: [
      tool('vitest/vitest.mjs'),
      ...['run', '--project', project, `--outputFile.json=${file}`],
      ...reporters,
      ...which,
    ],
    env: () => ({ TEST_OUTCOME_FILE: outcome }),
    count: () => {
      const report = takeReport(file)
      if (!report) return null
      const { numPassedTests: passed, numFailedTests: failed } = report
      return { passed, failed, ...takeReport(outcome) }
    },
  }
}

/** Reads a report and deletes it, so that the next run cannot mistake it for its own. */
function takeReport(/** @type {string} */ file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(file)
    return report
  } catch {
    return null
  }
}
