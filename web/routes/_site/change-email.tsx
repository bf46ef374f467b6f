import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { ChangeEmailPage } from '../../features/account/ChangeEmailPage.tsx'

export const Route = createFileRoute('/_site/change-email')({
  component: ChangeEmailPage,
  staticData: { title: pageTitles['/change-email'] },
})
