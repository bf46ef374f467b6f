import { createHash } from 'node:crypto'

/** Deterministic random numbers: the same seed gives the same sequence. */
export interface Random {
  /** A whole number from `low` to `high`, inclusive. */
  integer(low: number, high: number): number
  /** True with this probability, 0 … 1. */
  chance(probability: number): boolean
  /** @throws RangeError when there is nothing to pick. */
  pick<T>(from: readonly T[]): T
}

/** The mulberry32 generator, started from any text. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick(from) {
      const index = Math.floor(next() * from.length)
      if (index >= from.length) throw new RangeError('Nothing to pick from.')
      return from[index] as (typeof from)[number]
    },
  }
}

/** A fixed id for an item of the demo: a version 8 UUID derived from its name (RFC 9562 §5.8). */
export function demoId(...name: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(name.join('/')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
