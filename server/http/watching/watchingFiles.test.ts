import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../shared/contract/api.ts'
import { errors } from '../../../shared/contract/errors.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const files = ['docs/operations/alerts.yaml', 'docs/operations/grafana-board.json', 'docs/operations.md']
const METRIC = /\b(?:dugout|nodejs|process)_[a-z\d_]+/g
/** What has rows of its own in Prometheus besides the name in the list. */
const PART_OF_HISTOGRAM = /_(bucket|sum|count)$/

let app: TestApp
let names: ReadonlySet<string>
beforeAll(async () => {
  app = await startTestApp()
  const text = await (await app.request('/metrics')).text()
  names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
})
afterAll(() => app.close())

/** Each expression of a file, as Prometheus reads it. */
const expressionsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.json'))
    return [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, e = '""']) => JSON.parse(e))
  if (file.endsWith('.yaml')) return [...text.matchAll(/^\s+expr: (.+)$/gm)].map(([, e = '']) => e)
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, e = '']) => e)
    .filter((e) => e.includes('dugout_') && !e.includes('cookie'))
}

describe.each(files)('%s', (file) => {
  const expressions = expressionsOf(file)
  const labels = (name: string) =>
    expressions.flatMap((e) =>
      [...e.matchAll(new RegExp(`\\b${name}!?="([^"]*)"`, 'g'))].map(([, value = '']) => value),
    )

  test('names metrics that exist', () => {
    const used = expressions.flatMap((expression) => expression.match(METRIC) ?? [])
    expect(used.length).toBeGreaterThan(10)
    const known = (name: string) => names.has(name) || names.has(name.replace(PART_OF_HISTOGRAM, ''))
    expect(
      used.filter((name) => !known(name) && !/^dugout_(device|waiting|owner|app|sealer)$/.test(name)),
    ).toEqual([])
  })

  test('names operations, codes, purposes, outcomes and states that exist', () => {
    const operations: readonly string[] = contract.map(({ operationId }) => operationId)
    expect(labels('operation').filter((one) => !operations.includes(one))).toEqual([])
    expect(labels('code').filter((one) => !(one in errors))).toEqual([])
    expect(
      labels('purpose').filter(
        (one) => !/^(cage_booking|lesson|class_booking|camp_registration|membership)$/.test(one),
      ),
    ).toEqual([])
    expect(
      labels('outcome').filter((one) => !/^(pending|completed|failed|refunded|canceled)$/.test(one)),
    ).toEqual([])
    expect(
      labels('state').filter((one) => !/^(in_use|idle|waiting|created|active|failed)$/.test(one)),
    ).toEqual([])
  })
})

test('every metric of Dugout is on the board or in a rule', () => {
  const used = new Set(files.slice(0, 2).flatMap((file) => expressionsOf(file).join(' ').match(METRIC) ?? []))
  const unused = [...names].filter(
    (name) =>
      name.startsWith('dugout_') && ![...used].some((one) => one.replace(PART_OF_HISTOGRAM, '') === name),
  )
  expect(unused).toEqual([])
})
