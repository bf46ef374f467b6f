import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { FamilyInvitationPage } from '../../features/account/family/FamilyInvitationPage.tsx'

export const Route = createFileRoute('/_site/family-invitation')({
  component: FamilyInvitationPage,
  staticData: { title: pageTitles['/family-invitation'] },
})
