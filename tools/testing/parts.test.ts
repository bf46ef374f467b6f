import { expect, it } from 'vitest'
import { journeysThatEnded, skippedJourneys } from './parts.mjs'

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

it('names the journeys that ended in a status, with the errors of the tries that failed', () => {
  const tries = [{ errors: [{ message: 'too late' }] }, { errors: [] }]
  const journey = (status: string, title: string) => ({
    file: 'home.e2e.ts',
    title,
    tests: [{ status, projectName: 'phone', results: tries }],
  })
  const report = { suites: [{ specs: [journey('flaky', 'opens'), journey('unexpected', 'closes')] }] }
  expect(journeysThatEnded('flaky', report as never)).toEqual(['[phone] home.e2e.ts: opens\ntoo late'])
  expect(journeysThatEnded('unexpected', report as never)).toEqual(['[phone] home.e2e.ts: closes\ntoo late'])
})
