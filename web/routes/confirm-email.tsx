import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../shared/domain/pageTitles.ts'
import { ConfirmEmailPage } from '../features/accounts/confirmEmail/ConfirmEmailPage.tsx'

export const Route = createFileRoute('/confirm-email')({
  component: ConfirmEmailPage,
  staticData: { title: pageTitles['/confirm-email'] },
})
