import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { ProfileInvitationPage } from '../../features/account/invitation/ProfileInvitationPage.tsx'

export const Route = createFileRoute('/_site/invitation')({
  component: ProfileInvitationPage,
  staticData: { title: pageTitles['/invitation'] },
})
