import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

/**
 * Fails a test during which something was reported through `console.error` or `console.warn`. A test that
 * expects such a report replaces the function with a spy of its own.
 */
const reports: string[] = []
let spies: MockInstance[] = []

beforeEach(() => {
  reports.length = 0
  spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...parts) => {
      reports.push(`console.${level}: ${parts.map(String).join(' ')}`)
    }),
  )
})

afterEach(() => {
  for (const spy of spies) spy.mockRestore()
  if (reports.length > 0) throw new Error(reports.splice(0).join('\n'))
})
