import { queryOptions } from '@tanstack/react-query'
import { topicName } from '../../../shared/domain/liveTopics.ts'
import { call } from '../call.ts'
import { useLiveQueries } from '../live.ts'
import { queryKeys } from '../queryKeys.ts'

const registrationsKey = (campId: string) => [...queryKeys.staff, 'camp-registrations', campId]

/** All registrations of a camp, with the camp's spots. */
export const campRegistrationsQuery = (campId: string) =>
  queryOptions({
    queryKey: registrationsKey(campId),
    queryFn: ({ signal }) =>
      call('GET /api/admin/camps/:camp_id/registrations', { camp_id: campId }, { signal }),
  })

/** Loads them again when a seat is taken or given back, or anything is paid, at whichever desk. */
export const useLiveRegistrations = (campId: string): void =>
  useLiveQueries({
    [topicName('camp', campId)]: [registrationsKey(campId)],
    [topicName('payments')]: [registrationsKey(campId)],
  })

/** The last payment of a registration. */
export const registrationPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.staff, 'payments', 'of-camp-registration', id],
    queryFn: ({ signal }) => call('GET /api/admin/camp-registrations/:id/payment', { id }, { signal }),
    staleTime: 0,
    retry: false,
  })
