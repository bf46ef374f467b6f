import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { ContactPage } from '../../features/contact/ContactPage.tsx'

export const Route = createFileRoute('/_site/contact')({
  component: ContactPage,
  staticData: { title: pageTitles['/contact'] },
})
