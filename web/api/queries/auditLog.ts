import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditAction, AuditSource } from '../../../shared/domain/people/auditActions.ts'
import { call } from '../call.ts'
import { queryKeys } from '../queryKeys.ts'

const auditKey = [...queryKeys.staff, 'audit-log']

/** The filters of the audit log, by the operation's names. */
export interface AuditFilter {
  search_query?: string | undefined
  p_table_name?: string | undefined
  p_record_id?: string | undefined
  action?: AuditAction | undefined
  source?: AuditSource | undefined
  user_id?: string | undefined
  staff_change_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The audit log, newest first, 50 entries a page (spec 3 §9). */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...withoutEmpty(filter), ...(pageParam && { cursor: pageParam }) }
      return call('GET /api/admin/audit-log', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

const withoutEmpty = (filter: AuditFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))

/** One entry with the names of what its values refer to. Entries never change. */
export const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: [...auditKey, 'entry', id],
    queryFn: ({ signal }) => call('GET /api/admin/audit-log/:entry_id', { entry_id: id }, { signal }),
  })

const TRAIL_PAGE = '10'

/** What happened to one row, newest first. */
export const auditTrailQuery = (p_table_name: string, p_record_id: string) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, 'trail', p_table_name, p_record_id],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        p_table_name,
        p_record_id,
        page_size: TRAIL_PAGE,
        ...(pageParam && { cursor: pageParam }),
      }
      return call('GET /api/admin/audit-trail', query, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

/** Whom the filter offers. */
export const auditPeopleQuery = queryOptions({
  queryKey: [...auditKey, 'people'],
  queryFn: ({ signal }) => call('GET /api/admin/audit-people', {}, { signal }),
})

/** How far the log is sealed, and what is wrong with its protection. */
export const auditSealQuery = queryOptions({
  queryKey: [...auditKey, 'seal'],
  queryFn: ({ signal }) => call('GET /api/admin/audit-seal', {}, { signal }),
  staleTime: 0,
})
