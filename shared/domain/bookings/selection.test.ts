import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingGroup } from '../../contract/bookings/bookings.ts'
import { groupSlots, minutesOf, type SelectedSlot, slotKey } from './selection.ts'
import { slotMs, slotsOf } from './slots.ts'

const base = Date.parse('2026-11-24T22:00:00.000Z')
const slot = (cage: number, halfHour: number): SelectedSlot => ({
  cageId: `0190163d-8694-739b-aea5-966c26f8ad9${cage}`,
  cageName: `Cage ${cage}`,
  start: new Date(base + halfHour * slotMs),
})
const anySelection = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 20 }))
    .map(([cage, at]) => slot(cage, at)),
)

describe('grouping a selection', () => {
  it('makes one group of consecutive slots and two of slots with a gap', () => {
    const groups = groupSlots([slot(1, 3), slot(1, 0), slot(1, 1)])
    expect(groups.map((group) => [group.startTime, group.endTime, minutesOf(group)])).toEqual([
      ['2026-11-24T22:00:00.000Z', '2026-11-24T23:00:00.000Z', 60],
      ['2026-11-24T23:30:00.000Z', '2026-11-25T00:00:00.000Z', 30],
    ])
  })

  it('keeps cages apart, in the order a person counts them', () => {
    const cage10 = { ...slot(0, 1), cageName: 'Cage 10' }
    const groups = groupSlots([cage10, slot(2, 1), slot(2, 0)])
    expect(groups.map((group) => [group.cageName, group.slots.length])).toEqual([
      ['Cage 2', 2],
      ['Cage 10', 1],
    ])
  })

  it('makes groups that the contract takes, and none of nothing', () => {
    const [group] = groupSlots([slot(1, 0)])
    expect(bookingGroup.parse(group)).toEqual(group)
    expect(groupSlots([])).toEqual([])
  })

  it('loses no slot, adds none and counts a slot selected twice once', () => {
    fc.assert(
      fc.property(anySelection, (selected) => {
        const regained = groupSlots(selected).flatMap((group) =>
          slotsOf(group).map((start) => slotKey({ cageId: group.cageId, start })),
        )
        expect(regained.toSorted()).toEqual([...new Set(selected.map(slotKey))].toSorted())
      }),
    )
  })

  it('names in each group exactly the slots of its range', () => {
    fc.assert(
      fc.property(anySelection, (selected) => {
        for (const group of groupSlots(selected)) {
          expect(group.slots).toEqual(slotsOf(group).map((start) => start.toISOString()))
        }
      }),
    )
  })

  it('never makes groups of one cage that overlap or touch', () => {
    fc.assert(
      fc.property(anySelection, (selected) => {
        const groups = groupSlots(selected)
        for (const [index, group] of groups.entries()) {
          const next = groups[index + 1]
          if (next?.cageId === group.cageId) expect(group.endTime < next.startTime).toBe(true)
        }
        const runs = new Set(groups.map((group) => group.cageId)).size
        expect(groups.filter((group, index) => groups[index - 1]?.cageId !== group.cageId)).toHaveLength(runs)
      }),
    )
  })

  it('does not depend on the order of clicking', () => {
    fc.assert(
      fc.property(anySelection, (selected) => {
        expect(groupSlots(selected.toReversed())).toEqual(groupSlots(selected))
      }),
    )
  })
})
