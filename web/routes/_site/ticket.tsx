import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { TicketPage } from '../../features/account/ticket/TicketPage.tsx'
import { readTicketSearch } from '../../features/account/ticket/ticketSearch.ts'

/** What was booked together, as one ticket: after booking it, and whenever it is opened in the account. */
export const Route = createFileRoute('/_site/ticket')({
  validateSearch: readTicketSearch,
  component: Ticket,
  staticData: { title: pageTitles['/ticket'] },
})

function Ticket() {
  const search = Route.useSearch()
  // Another ticket is another visit.
  return <TicketPage key={`${search.tab} ${search.item}`} search={search} />
}
