import type { Latency } from './openLoop.ts'

/** The median of an odd number of rounds: one disturbed round does not change it. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** One figure and its limit, both medians over alternating rounds of the same run. */
export function printRate(
  what: string,
  rounds: { ours: readonly number[]; limit: readonly number[]; goal: number },
): void {
  const ours = median(rounds.ours)
  const limit = median(rounds.limit)
  const goal = rounds.goal > 0 ? `   goal ${count(rounds.goal)}/s` : ''
  console.log(
    `${what.padEnd(26)} ${count(ours)}/s   limit ${count(limit)}/s   ratio ${(ours / limit).toFixed(2)}${goal}`,
  )
}

export function printLatency(what: string, { p50, p99, requests }: Latency, goal?: number): void {
  const wanted = goal === undefined ? '' : `   goal p99 ≤ ${goal} ms`
  console.log(
    `${what.padEnd(26)} p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   of ${count(requests)}${wanted}`,
  )
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US').replaceAll(',', ' ')
