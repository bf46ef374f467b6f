import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { knownSession } from '../../api/session.ts'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { readAccountSearch } from '../../features/account/accountSearch.ts'

/** The customer's own pages; whoever is signed out goes to /auth (spec 1 §2.1). */
export const Route = createFileRoute('/_site/account')({
  validateSearch: readAccountSearch,
  // While the session is unknown, the page shows its skeleton and redirects by itself.
  beforeLoad: ({ context: { queryClient }, location }) => {
    if (knownSession(queryClient)?.status === 'signed-out') {
      throw redirect({ to: '/auth' as string, search: { mode: 'login', redirect: location.href } })
    }
  },
  component: Account,
  staticData: { title: pageTitles['/account'] },
})

function Account() {
  return <AccountPage search={Route.useSearch()} />
}
