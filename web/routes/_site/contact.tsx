import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { ContactPage, contactMessage } from '../../features/contact/ContactPage.tsx'

export const Route = createFileRoute('/_site/contact')({
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => contactMessage.withPage(),
  component: ContactPage,
  staticData: { title: pageTitles['/contact'], isPublic: true, shape: 'cards' },
})
