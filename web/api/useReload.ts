import { matchQuery, type Query, type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query'

/** Loads everything again that is below these roots of query keys, and knows whether some of it is on its way: Refresh. */
export function useReload(roots: readonly QueryKey[]): { onRefresh: () => void; isFetching: boolean } {
  const queryClient = useQueryClient()
  const predicate = (query: Query) => roots.some((queryKey) => matchQuery({ queryKey }, query))
  return {
    onRefresh: () => void queryClient.invalidateQueries({ predicate }),
    isFetching: useIsFetching({ predicate }) > 0,
  }
}
