import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isTemporary } from './apiError.ts'
import { sessionKey } from './session.ts'
import { transport } from './transport.ts'

const retries = 2
const retryDelay = 1_000

/** The query cache: failed loads are retried twice after a second where that can help (spec 1 §4, 'Retry'). */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noticeEndedSession(error) }),
    mutationCache: new MutationCache({ onError: (error) => noticeEndedSession(error) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server has the browser ask again.
        retry: (failures, error) => transport.isNetwork && failures < retries && isTemporary(error),
        retryDelay,
        // Without a connection a page says so at once instead of waiting in its skeleton.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })

  function noticeEndedSession(error: unknown) {
    if (error instanceof ApiError && error.status === 401) {
      void client.invalidateQueries({ queryKey: sessionKey })
    }
  }

  return client
}
