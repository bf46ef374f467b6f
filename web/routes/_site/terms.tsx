import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { TermsPage } from '../../features/terms/TermsPage.tsx'

export const Route = createFileRoute('/_site/terms')({
  component: TermsPage,
  staticData: { title: pageTitles['/terms'], isPublic: true },
})
