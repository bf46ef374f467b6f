import { expect, test } from 'vitest'
import { ApiError } from '../../../api/apiError.ts'
import { inTurn } from './inTurn.ts'

const rows = ['Cage 1', 'Cage 2', 'Cage 3'].map((item_name) => ({ item_name }))

test('a refusal in the middle says what is done, and the next press goes on with the rest', async () => {
  const called: string[] = []
  let isTaken = true
  const done = new Map<string, { message: string }>()
  const press = () =>
    inTurn(rows, done, {
      contentOf: ({ item_name }) => item_name,
      call: async ({ item_name }) => {
        called.push(item_name)
        if (isTaken && item_name === 'Cage 2')
          throw new ApiError(409, { code: 'slots_taken', message: 'It is taken.' })
        return { message: `${item_name} is deleted.` }
      },
    })
  await expect(press()).rejects.toMatchObject({
    code: 'slots_taken',
    message: 'Cage 2: It is taken. Cage 1 is deleted.',
  })
  isTaken = false
  expect(await press()).toHaveLength(3)
  expect(called).toEqual(['Cage 1', 'Cage 2', 'Cage 2', 'Cage 3'])
})

test('the first refusal stays as it came', async () => {
  const refused = new ApiError(409, { code: 'slots_taken', message: 'It is taken.' })
  const press = inTurn(rows, new Map(), { contentOf: String, call: () => Promise.reject(refused) })
  await expect(press).rejects.toBe(refused)
})
