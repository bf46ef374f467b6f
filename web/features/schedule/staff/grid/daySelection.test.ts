import { describe, expect, it } from 'vitest'
import { at, block, booking, cages, facility, scheduleOf } from './dayGrid.fixture.ts'
import { dayLayout } from './dayLayout.ts'
import { isMovable, moveTo, staysThere } from './dayMove.ts'
import { selectCells } from './daySelection.ts'

const day = '2026-11-24'
const long = new Date(0)
/** Rows begin at 3 PM: 4 PM is row 2. */
const four = 2
const cage3At5 = booking('c', at(day, '17:00'), at(day, '18:00'))

describe('a selection', () => {
  const layout = dayLayout(day, facility, scheduleOf([cage3At5]), long)
  const select = (anchor: [number, number], head: [number, number]) => {
    const cell = ([row, column]: [number, number]) => ({ row, column })
    return selectCells(layout, cell(anchor), cell(head))
  }

  it('is one time in one cage, in whichever direction it was made', () => {
    expect(select([4, 0], [6, 0])).toMatchObject({ firstRow: 4, rows: 3, columns: [0] })
    expect(select([6, 0], [4, 0])).toMatchObject({ firstRow: 4, rows: 3, columns: [0] })
  })

  it('is the same time in several cages, without those that are taken then', () => {
    expect(select([3, 1], [5, 3])).toMatchObject({ firstRow: 3, rows: 3, columns: [1, 3], skipped: [2] })
    expect(select([2, 3], [3, 0])).toMatchObject({ columns: [0, 1, 2, 3], skipped: [] })
  })

  it('ends where its first cage is taken', () => {
    expect(select([2, 2], [6, 2])).toMatchObject({ firstRow: 2, rows: 2, columns: [2] })
    expect(select([8, 2], [2, 2])).toMatchObject({ firstRow: 6, rows: 3, columns: [2] })
  })

  it('begins only on free cells, and never in a cage out of service', () => {
    expect(select([4, 2], [6, 2])).toBeNull()
    const closed = { ...scheduleOf(), cages: cages.map((cage) => ({ ...cage, is_active: cage.id !== 'a' })) }
    const other = dayLayout(day, facility, closed, long)
    expect(selectCells(other, { row: 2, column: 0 }, { row: 2, column: 0 })).toBeNull()
    expect(selectCells(other, { row: 2, column: 1 }, { row: 2, column: 0 })).toMatchObject({
      columns: [1],
      skipped: [0],
    })
  })
})

describe('a move', () => {
  const lesson = booking('a', at(day, '16:00'), at(day, '17:00'), { kind: 'lesson', coach_id: 'casey' })
  const session = booking('d', at(day, '18:00'), at(day, '19:00'), { kind: 'class', coach_id: 'casey' })
  const closure = block('closure', ['b'], at(day, '19:00'), at(day, '20:00'))
  const schedule = {
    ...scheduleOf([lesson, cage3At5, session], [closure]),
    time_off: [
      {
        id: 'off',
        coach_id: 'casey',
        coach_name: 'Casey',
        start_time: at(day, '20:00').toISOString(),
        end_time: at(day, '21:00').toISOString(),
      },
    ],
  }
  const layout = dayLayout(day, facility, schedule, long)
  const noon = at(day, '12:00')
  const tileOf = (id: string) => {
    const tile = layout.tiles.find(({ thing }) => thing.booking?.id === id)
    if (!tile) throw new Error(`No tile of ${id}`)
    return tile
  }
  const move = (id: string, row: number, column: number, now = noon) =>
    moveTo(layout, tileOf(id), { row, column }, { timeOff: schedule.time_off, now })

  it('keeps its length and says where and when', () => {
    expect(move(cage3At5.id, four, 3)).toMatchObject({
      problem: null,
      cageId: 'd',
      cageName: 'Cage 4',
      start: at(day, '16:00'),
      end: at(day, '17:00'),
    })
  })

  it('may overlap where it stands now', () => {
    expect(move(cage3At5.id, 5, 2)?.problem).toBeNull()
    const home = move(cage3At5.id, 4, 2)
    expect(home && staysThere(home)).toBe(true)
  })

  it.each([
    ['Cage 1 is taken then', cage3At5.id, four, 0],
    ['Cage 2 is taken then', cage3At5.id, 9, 1],
    ['The facility is closed then', cage3At5.id, 0, 3],
    ['The coach is busy then', lesson.id, 6, 0],
    ['The coach is busy then', lesson.id, 9, 0],
  ])('is refused: %s', (problem, id, row, column) => {
    expect(move(id, row, column)?.problem).toBe(problem)
  })

  it('stays inside of the grid, and out of the past', () => {
    expect(move(cage3At5.id, 40, 9)?.to).toEqual({ row: 11, column: 3 })
    expect(move(cage3At5.id, -4, -1)?.to).toEqual({ row: 0, column: 0 })
    expect(move(cage3At5.id, four, 3, at(day, '16:30'))?.problem).toBe('That time has passed')
  })

  it('of something that has begun may change only the cage', () => {
    const now = at(day, '17:15')
    expect(move(cage3At5.id, 4, 3, now)?.problem).toBeNull()
    expect(isMovable(tileOf(cage3At5.id), now)).toBe(true)
  })

  it('is not for what is over, nor for sessions of classes and closures', () => {
    expect(isMovable(tileOf(cage3At5.id), at(day, '18:00'))).toBe(false)
    expect(isMovable(tileOf(session.id), noon)).toBe(false)
    const closed = layout.tiles.find(({ thing }) => thing.block !== null)
    expect(closed && isMovable(closed, noon)).toBe(false)
  })
})
