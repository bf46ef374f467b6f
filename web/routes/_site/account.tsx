import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { readAccountSearch } from '../../features/account/accountSearch.ts'
import { requireRole } from '../../surfaces/guards.ts'

/** The customer's own pages. While the session is unknown, the page shows its skeleton and redirects by itself. */
export const Route = createFileRoute('/_site/account')({
  validateSearch: readAccountSearch,
  beforeLoad: requireRole('/account'),
  component: Account,
  // Each tab has its own.
  staticData: { title: null },
})

function Account() {
  return <AccountPage search={Route.useSearch()} />
}
