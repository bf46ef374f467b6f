import { expect, it } from 'vitest'
import { skippedJourneys } from './parts.mjs'

const spec = (status: string, annotations: { description?: string }[] = []) => ({
  tests: [{ status, annotations, projectName: 'webkit' }],
})

it('reports each reason for skipped journeys once', () => {
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
