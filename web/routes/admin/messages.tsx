import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage, prefetchMessages } from '../../features/messages/staff/MessagesPage.tsx'
import type { MessagesSearch } from '../../features/messages/staff/messageStates.ts'

export const Route = createFileRoute('/admin/messages')({
  codeSplitGroupings: [['loader', 'component']],
  // Read by the page: what stands here is loaded with every page of staff.
  validateSearch: (search: Record<string, unknown>) => search as MessagesSearch,
  loaderDeps: ({ search: { open: _, ...filters } }) => filters,
  loader: ({ context: { queryClient }, deps }) => prefetchMessages(queryClient, { ...deps }),
  component: Messages,
})

function Messages() {
  return <MessagesPage search={Route.useSearch()} />
}
