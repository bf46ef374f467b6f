import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { loadNextPage } from '../loadNextPage.ts'

/** A list as `DataTable` shows it, however it is loaded. */
export interface ListState<Row> {
  /** Undefined until the first page is there. */
  readonly rows: readonly Row[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  /** Asks again for what is shown, or for what failed. */
  readonly reload: () => void
  /** Null when there is no further page. */
  readonly loadMore: (() => void) | null
  readonly isLoadingMore: boolean
}

interface Page<Row> {
  readonly items: readonly Row[]
  readonly cursor: string | null
}

/** A list that is loaded page by page, each by the cursor of the one before it. */
export function pagedList<Row>(query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>): ListState<Row> {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  return {
    rows: data?.pages.flatMap(({ items }) => items),
    error,
    isFetching,
    reload: () => void (isFetchNextPageError ? loadNextPage(query) : query.refetch()),
    loadMore: hasNextPage ? () => void loadNextPage(query) : null,
    isLoadingMore: isFetchingNextPage,
  }
}

/** A short list that comes in one piece. */
export const wholeList = <Row>({
  data,
  error,
  isFetching,
  refetch,
}: UseQueryResult<readonly Row[]>): ListState<Row> => ({
  rows: data,
  error,
  isFetching,
  reload: () => void refetch(),
  loadMore: null,
  isLoadingMore: false,
})
