import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'
import { refreshOpening } from './opening.ts'
import { settingsKey } from './settings.ts'

const mailKey = [...settingsKey, 'mail']

/** Through which server mail is sent. */
export const mailConnectionQuery = queryOptions({
  queryKey: [...mailKey, 'connection'],
  queryFn: ({ signal }) => call('GET /api/settings/mail', {}, { signal }),
  staleTime: 0,
})

/** What DNS says of the sender's domain; asked for, because it may take some seconds. */
export const mailDomainQuery = queryOptions({
  queryKey: [...mailKey, 'domain'],
  queryFn: ({ signal }) => call('GET /api/settings/mail/domain', {}, { signal }),
  staleTime: 60_000,
  retry: false,
})

const cardKey = [...settingsKey, 'cards']

/** By which keys cards are charged. */
export const cardConnectionQuery = queryOptions({
  queryKey: cardKey,
  queryFn: ({ signal }) => call('GET /api/settings/cards', {}, { signal }),
  staleTime: 0,
})

export const refreshCards = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    ...[cardKey, queryKeys.payments].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    refreshOpening(queryClient),
  ])

export const refreshMail = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: mailKey }), refreshOpening(queryClient)])
