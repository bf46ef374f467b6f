import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { readAccountSearch } from '../../features/account/accountSearch.ts'
import { requireRole } from '../../surfaces/guards.ts'

/** The customer's own pages. While the session is unknown, the page shows its skeleton and redirects by itself. */
export const Route = createFileRoute('/_site/account')({
  validateSearch: readAccountSearch,
  beforeLoad: requireRole('/account'),
  component: Account,
  staticData: { title: pageTitles['/account'] },
})

function Account() {
  return <AccountPage search={Route.useSearch()} />
}
