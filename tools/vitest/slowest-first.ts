import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait long: begun late, each would keep the others' workers idle at the end. */
const slowest = [
  'server/test/crash.endurance.test.ts',
  'databaseAway.endurance.test.ts',
  'confirmation.test.ts',
  'providerAway.test.ts',
  'hungDatabase.test.ts',
  'guessing.test.ts',
  'rateLimits.test.ts',
  'production.test.ts',
  'life.test.ts',
]

/** Vitest's order, which is by size on a fresh machine, with the files first that take long in spite of their size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slowest.some((name) => moduleId.endsWith(`/${name}`))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
