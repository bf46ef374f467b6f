import { describe, expect, it } from 'vitest'
import { chicago, regularWeek } from '../../../shared/domain/time/regularWeek.fixture.ts'
import { facilityWallTime, instantOf } from '../../../shared/domain/time/time.ts'
import { cageGrid } from '../../components/grid/cageGrid.ts'
import { nearestFree } from './nearestFree.ts'

const facility = { ...regularWeek, time_zone: chicago }
const day = '2026-11-24'
const at = (time: string) => instantOf(day, time, chicago)
const rates = { price_30_min: 20, price_60_min: 30, price_additional_30_min: 15 }
const cages = ['1', '2', '3'].map((id) => ({ id, name: `Cage ${id}`, ...rates }))
const slot = (cageId: string, time: string) => ({ cageId, cageName: `Cage ${cageId}`, start: at(time) })

interface Given {
  lost: [cage: string, time: string][]
  booked?: [cage: string, from: string, to: string][]
  selected?: [cage: string, time: string][]
  now?: string
}

/** What is offered on a Tuesday from 4 PM to 9 PM, as '1 18:00'. */
function offered({ lost, booked = [], selected = [], now = '12:00' }: Given) {
  const entries = booked.map(([cage_id, from, to]) => ({
    cage_id,
    start_time: at(from).toISOString(),
    end_time: at(to).toISOString(),
  }))
  const moment = { now: at(now), selected: selected.map((one) => slot(...one)) }
  const grid = cageGrid(day, { cages, entries, facility }, moment)
  const found = nearestFree(
    lost.map((one) => slot(...one)),
    grid,
  )
  return found?.map(({ cageId, start }) => `${cageId} ${facilityWallTime(start, chicago)}`)
}

describe('what is offered for slots that were lost', () => {
  it('is the nearest time in the same cage, of two equally near ones the later', () => {
    expect(offered({ lost: [['1', '18:00']] })).toEqual(['1 18:30'])
    expect(offered({ lost: [['1', '18:00']], booked: [['1', '18:30', '19:30']] })).toEqual(['1 17:30'])
  })

  it('joins what is still selected in the cage', () => {
    const given = { lost: [['1', '17:00']], selected: [['1', '17:30']] } satisfies Given
    expect(offered(given)).toEqual(['1 18:00'])
  })

  it('is the same time in another cage where its own is booked for an hour around', () => {
    const booked: Given['booked'] = [['1', '16:30', '19:30']]
    expect(offered({ lost: [['1', '18:00']], booked })).toEqual(['2 18:00'])
    booked.push(['2', '17:00', '19:00'])
    expect(offered({ lost: [['1', '18:00']], booked })).toEqual(['3 18:00'])
  })

  it('is the nearest time anywhere where no cage is free at the time', () => {
    const booked: Given['booked'] = cages.map(({ id }) => [id, '16:00', '20:00'])
    expect(offered({ lost: [['1', '18:00']], booked })).toEqual(['1 20:00'])
  })

  it('is as long in a row as the session that was lost', () => {
    const lost: Given['lost'] = [
      ['1', '18:00'],
      ['1', '18:30'],
    ]
    expect(offered({ lost, booked: [['1', '19:30', '20:00']] })).toEqual(['1 17:00', '1 17:30'])
  })

  it('is one place for each session, and no slot twice', () => {
    const lost: Given['lost'] = [
      ['1', '18:00'],
      ['2', '18:00'],
    ]
    const booked: Given['booked'] = [
      ['1', '16:00', '21:00'],
      ['2', '16:00', '18:00'],
      ['2', '18:30', '21:00'],
      ['3', '16:00', '18:00'],
    ]
    expect(offered({ lost, booked })).toEqual(['3 18:00', '3 18:30'])
  })

  it('is never the lost slot itself, one that is selected, or one that has begun', () => {
    expect(offered({ lost: [['1', '18:00']], now: '17:40', selected: [['1', '18:30']] })).toEqual(['1 19:00'])
    expect(offered({ lost: [['1', '20:30']], now: '20:10' })).toEqual(['2 20:30'])
  })

  it('is nothing on a day that is full', () => {
    const booked: Given['booked'] = cages.map(({ id }) => [id, '16:00', '21:00'])
    expect(offered({ lost: [['1', '18:00']], booked })).toBeUndefined()
  })
})
