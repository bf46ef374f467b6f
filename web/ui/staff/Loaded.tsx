import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from './ErrorAlert.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Of the skeleton, in pixels. */
  height: number
  children: (data: Data) => ReactNode
}

/** What is loaded; a skeleton until it is there, and why where it is not. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton height={height} />
}
