import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { ConfirmEmailPage } from '../../features/accounts/ConfirmEmailPage.tsx'

export const Route = createFileRoute('/_site/confirm-email')({
  // By name, because the router lays this over what is in the address.
  validateSearch: ({ step }: Record<string, unknown>): { step?: 'not-mine' | undefined } => ({
    step: step === 'not-mine' ? step : undefined,
  }),
  component: ConfirmEmailPage,
  staticData: { title: pageTitles['/confirm-email'] },
})
