import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isTemporary } from '../../api/apiError.ts'
import { newIdempotencyKey } from '../../api/idempotencyKey.ts'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { openPayment, type PurchaseRequest } from './paymentCalls.ts'
import { releasesDone } from './releaseCheckout.ts'

/** One attempt to open a payment: repeating it under its key opens no second one. */
interface Attempt {
  request: PurchaseRequest
  key: string
}

const attemptOf = (request: PurchaseRequest): Attempt => ({ request, key: newIdempotencyKey() })

/** Safe to be asked again, and thus a query, because of the attempt's key; its answer is good for this dialog only. */
const openedPaymentQuery = ({ request, key }: Attempt) =>
  queryOptions({
    queryKey: ['checkout', key],
    queryFn: async () => {
      await releasesDone()
      return openPayment(request, key)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Opens a payment for a request as soon as it is shown, beside the provider's configuration. */
export function useOpenedPayment(request: PurchaseRequest) {
  const [attempt, setAttempt] = useState(() => attemptOf(request))
  const opened = useQuery(openedPaymentQuery(attempt))
  const configuration = useQuery(paymentConfigurationQuery)
  return {
    intent: opened.data,
    configuration: configuration.data,
    error: opened.error ?? configuration.error,
    request: attempt.request,
    /** The idempotency key of the attempt. */
    key: attempt.key,
    /** Starts again with another hold and another payment. */
    restart: (next: PurchaseRequest = attempt.request) => setAttempt(attemptOf(next)),
    /** After a failure: the same attempt where its answer may have got lost, else a new one. */
    retry: () => {
      if (configuration.error) void configuration.refetch()
      if (!opened.error) return
      if (isTemporary(opened.error)) void opened.refetch()
      else setAttempt(attemptOf(attempt.request))
    },
  }
}
