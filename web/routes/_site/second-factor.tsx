import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { ownPath } from '../../features/accounts/authSearch.ts'
import { SecondFactorPage } from '../../features/accounts/SecondFactorPage.tsx'
import { requireRole } from '../../surfaces/guards.ts'

export const Route = createFileRoute('/_site/second-factor')({
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string | undefined } => ({
    redirect: ownPath(redirect) ?? undefined,
  }),
  beforeLoad: requireRole('/second-factor'),
  component: SecondFactor,
  staticData: { title: pageTitles['/second-factor'] },
})

function SecondFactor() {
  return <SecondFactorPage goOn={Route.useSearch().redirect ?? '/account?tab=profile'} />
}
