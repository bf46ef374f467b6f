import fc from 'fast-check'

/** Choices of one round: the same seed makes the same ones. */
export interface Random {
  /** Both ends included. */
  whole(from: number, to: number): number
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  chance(percent: number): boolean
}

export function randomOf(seed: number): Random {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 })
  if (!draw) throw new Error('fast-check drew nothing')
  // Unbiased: fast-check's own ranges prefer their ends.
  const whole = (from: number, to: number) =>
    from + Math.floor(draw(fc.noBias, fc.nat(2 ** 30 - 1)) * ((to - from + 1) / 2 ** 30))
  const pick = <Item>(items: readonly Item[]) => items[whole(0, items.length - 1)] as Item
  return {
    whole,
    pick,
    chance: (percent) => whole(1, 100) <= percent,
    shuffled(items) {
      const rest = [...items]
      return items.map(() => rest.splice(whole(0, rest.length - 1), 1)[0] as (typeof items)[number])
    },
  }
}
