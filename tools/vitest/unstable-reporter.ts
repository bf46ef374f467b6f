import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Lists the tests that passed only at their second try in the file that `UNSTABLE_TESTS_FILE` names, as JSON. */
export default class UnstableReporter implements Reporter {
  readonly #unstable: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#unstable.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    const { UNSTABLE_TESTS_FILE: file } = process.env
    if (file) writeFileSync(file, JSON.stringify(this.#unstable))
  }
}
