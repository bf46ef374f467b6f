import { expect, it } from 'vitest'
import { skippedJourneys } from './parts.mjs'

const spec = (status: string, annotations: { description?: string }[] = []) => ({
  tests: [{ status, annotations, projectName: 'webkit' }],
})

it('journeys that did not run are named once for each reason, and others are not', () => {
  const report = {
    suites: [
      {
        specs: [spec('expected'), spec('unexpected')],
        suites: [
          { specs: [spec('skipped', [{ description: 'WebKit is missing' }]), spec('skipped')] },
          { specs: [spec('skipped', [{ description: 'WebKit is missing' }])] },
        ],
      },
    ],
  }
  expect(skippedJourneys(report as never)).toEqual([
    'WebKit is missing (journeys: 2)',
    'webkit (journeys: 1)',
  ])
})
