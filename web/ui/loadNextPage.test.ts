import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadNextPage } from './loadNextPage.ts'

test('a live refresh that ends the request for the next page does not take the page', async () => {
  const client = new QueryClient()
  const asked: number[] = []
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['payments'],
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam)
      await new Promise((resolve) => setTimeout(resolve, 10))
      return pageParam
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last < 2 ? last + 1 : null),
  })
  const unsubscribe = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([0])

  const loaded = loadNextPage(list.getCurrentResult())
  void client.invalidateQueries({ queryKey: ['payments'] })
  await loaded
  expect(list.getCurrentResult().data?.pages).toEqual([0, 1])
  expect(asked).toEqual([0, 1, 0, 1])
  unsubscribe()
})
