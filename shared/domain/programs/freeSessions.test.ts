import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CageRow, freeSessions, loneHalfHours } from './freeSessions.ts'

/** '1' is free: one character for each half hour. */
const row = (id: string, free: string): CageRow => ({ id, free: [...free].map((mark) => mark === '1') })

const rows = fc
  .integer({ min: 1, max: 14 })
  .chain((length) =>
    fc
      .array(fc.array(fc.boolean(), { minLength: length, maxLength: length }), { minLength: 1, maxLength: 9 })
      .map((all) => all.map((free, index): CageRow => ({ id: `Cage ${index + 1}`, free }))),
  )
const slots = fc.constantFrom(1, 2, 3)

describe('the sessions that can still be had', () => {
  it('start where one cage is free for the whole length', () => {
    expect(freeSessions([row('a', '0111'), row('b', '1100')], 2)).toEqual([
      { at: 0, cageIds: ['b'], any: 'b' },
      { at: 1, cageIds: ['a'], any: 'a' },
      { at: 2, cageIds: ['a'], any: 'a' },
    ])
    expect(freeSessions([row('a', '0110'), row('b', '1001')], 3)).toEqual([])
    expect(freeSessions([], 1)).toEqual([])
  })

  it('are all of them, and none that is not free', () => {
    fc.assert(
      fc.property(rows, slots, (cages, length) => {
        const found = freeSessions(cages, length).flatMap(({ at, cageIds }) =>
          cageIds.map((id) => `${id}@${at}`),
        )
        const wanted = cages.flatMap(({ id, free }) =>
          free.flatMap((_, at) =>
            at + length <= free.length && free.slice(at, at + length).every(Boolean) ? [`${id}@${at}`] : [],
          ),
        )
        expect(found.toSorted()).toEqual(wanted.toSorted())
      }),
    )
  })
})

describe('any free cage', () => {
  it('is the first one where no lone half hour is left', () => {
    const cages = [row('lone before', '1110'), row('roomy', '1111'), row('fits', '0110')]
    expect(freeSessions(cages, 2).find(({ at }) => at === 1)?.any).toBe('fits')
    expect(freeSessions([row('lone after', '111'), row('none', '1111')], 2)[0]?.any).toBe('none')
    expect(freeSessions([row('first', '1111'), row('second', '1111')], 1)[0]?.any).toBe('first')
  })

  it('is the cage that stays in fewer pieces where several leave no lone half hour', () => {
    const cages = [row('in the middle', '1111111'), row('at the edge', '0011111')]
    expect(freeSessions(cages, 2).find(({ at }) => at === 2)?.any).toBe('at the edge')
  })

  it('is free, and leaves no lone half hour if there is a cage that leaves none', () => {
    fc.assert(
      fc.property(rows, slots, (cages, length) => {
        const freeOf = (id: string) => cages.find((cage) => cage.id === id)?.free ?? []
        for (const { at, cageIds, any } of freeSessions(cages, length)) {
          expect(cageIds).toContain(any)
          const least = Math.min(...cageIds.map((id) => loneHalfHours(freeOf(id), at, length)))
          expect(loneHalfHours(freeOf(any), at, length)).toBe(least)
        }
      }),
    )
  })

  it('counts a lone half hour as two neighbors of which the farther one is not free', () => {
    const { free } = row('a', '0100101101')
    fc.assert(
      fc.property(fc.nat(9), slots, (at, length) => {
        const rest = free.map((isFree, index) => isFree && (index < at || index >= at + length))
        const lone = (index: number) => rest[index] === true && !rest[index - 1] && !rest[index + 1]
        const counted = Number(lone(at - 1)) + Number(lone(at + length))
        expect(loneHalfHours(free, at, length)).toBe(counted)
      }),
    )
  })
})
