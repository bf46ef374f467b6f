import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

/**
 * Writes what `npm test` repeats at its end to the file that `TEST_OUTCOME_FILE` names, as JSON, each with its error:
 * - `failures`: the failed tests, the hooks and files that failed around passing tests, and the errors that no test caught
 * - `unstable`: the tests that passed only at their second try
 */
export default class OutcomeReporter implements Reporter {
  readonly #failures: string[] = []
  readonly #unstable: string[] = []

  onTestCaseResult(test: TestCase): void {
    const name = `${test.module.relativeModuleId}: ${test.fullName}`
    const { state, errors = [] } = test.result()
    if (state === 'failed') this.#failures.push(...withErrors(name, errors))
    // The errors of its first try are still there.
    if (test.diagnostic()?.flaky) this.#unstable.push(...withErrors(name, errors))
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#failures.push(...withErrors(`${suite.module.relativeModuleId}: ${suite.fullName}`, suite.errors()))
  }

  onTestModuleEnd(module: TestModule): void {
    this.#failures.push(...withErrors(module.relativeModuleId, module.errors()))
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#failures.push(...withErrors('an error that no test caught', unhandled))
    const { TEST_OUTCOME_FILE: file } = process.env
    if (file) writeFileSync(file, JSON.stringify({ failures: this.#failures, unstable: this.#unstable }))
  }
}

const withErrors = (name: string, errors: readonly SerializedError[]) =>
  errors.map(({ message, stack = message, VITEST_TEST_NAME: during }) => {
    const own = stack.split('\n').filter((line) => !/\/node_modules\/|\(node:/.test(line))
    return [name, ...(during ? [`during ${during}`] : []), ...own].join('\n')
  })
