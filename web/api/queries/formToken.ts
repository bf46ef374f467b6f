import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../apiError.ts'
import { read } from '../read.ts'

/** A form that is sent sooner than two seconds after it was opened counts as sent by a program; with some reserve. */
const shortestMs = 2_100

/**
 * The note of when a guest form was opened, for the invisible check (decision 27): asked for when the form appears.
 * Good for a day.
 */
const formTokenQuery = {
  ...read('GET /api/form-token'),
  staleTime: 12 * 3_600_000,
  meta: { inBrowserAlone: true },
}

/**
 * The invisible check of a guest form (decision 27). A browser that fills the form in is as quick as a program, so
 * sending waits until the form is old enough. Show the button's loading state until then.
 *
 * @param isGuest whether a visitor sends the form; customers need no token.
 */
export function useGuestCheck(isGuest = true) {
  const queryClient = useQueryClient()
  useQuery({ ...formTokenQuery, enabled: isGuest })
  return {
    /** Resolves with the token once it is old enough. Fails when none can be loaded. */
    formToken: () => oldEnough(queryClient),
    /** Sends a form with its token, and once more with a fresh one if the server refuses it. */
    async send<Answer>(sendWith: (formToken: string) => Promise<Answer>): Promise<Answer> {
      try {
        return await sendWith(await oldEnough(queryClient))
      } catch (error) {
        if (!isRefusal(error, 'form_check_failed')) throw error
        await queryClient.fetchQuery({ ...formTokenQuery, staleTime: 0 })
        return sendWith(await oldEnough(queryClient))
      }
    },
  }
}

async function oldEnough(queryClient: QueryClient): Promise<string> {
  const { form_token } = await queryClient.fetchQuery(formTokenQuery)
  const openedAt = queryClient.getQueryState(formTokenQuery.queryKey)?.dataUpdatedAt ?? Date.now()
  const wait = openedAt + shortestMs - Date.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  return form_token
}
