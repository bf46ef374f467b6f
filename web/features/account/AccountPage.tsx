import { useLocation } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { ReturnFromPayment } from '../payments/ReturnFromPayment.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import type { AccountSearch } from './accountSearch.ts'
import { ListPending } from './ListStates.tsx'

/** Everything that is the customer's: what comes, what was paid, who they are (spec 2 §2). */
export function AccountPage({ search }: { search: AccountSearch }) {
  const session = useSession()
  // Whoever has just logged out is on the way home, where nothing is denied.
  const leaving = useLocation({ select: ({ pathname }) => pathname !== '/account' })
  const name = session.status === 'signed-in' ? session.profile.full_name : undefined
  return (
    <>
      <PageBanner title="My Account" tagline={name} />
      {session.status === 'signed-in' && (
        <>
          <ReturnFromPayment />
          <AccountTabs tab={search.tab ?? 'overview'} profile={session.profile} />
        </>
      )}
      {session.status === 'signed-out' && !leaving && <AccessDenied />}
      {(session.status === 'loading' || (session.status === 'signed-out' && leaving)) && (
        <ListPending what="account" />
      )}
    </>
  )
}
