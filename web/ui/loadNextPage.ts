import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'

/**
 * Loads the next page of a list. A live refresh of the same list ends that request (TanStack Query has one request per
 * query), and would leave who pressed "Load More" with what they had; so it is asked for again, three times at most.
 */
export async function loadNextPage<Page>(
  query: InfiniteQueryObserverResult<InfiniteData<Page>>,
  tries = 3,
): Promise<void> {
  const before = query.data?.pages.length
  const after = await query.fetchNextPage()
  const isLost = after.isSuccess && after.data.pages.length === before && after.hasNextPage
  if (isLost && tries > 1) await loadNextPage(after, tries - 1)
}
