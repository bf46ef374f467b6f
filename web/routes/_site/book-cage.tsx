import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { BookCagePage, loadBookCage } from '../../features/bookings/BookCagePage.tsx'
import { keepView, readBookCageSearch } from '../../features/bookings/bookCageRoute.ts'

export const Route = createFileRoute('/_site/book-cage')({
  validateSearch: readBookCageSearch,
  search: { middlewares: [keepView] },
  loaderDeps: ({ search: { date, view } }) => ({ date, view }),
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient, now }, deps }) => loadBookCage(queryClient, { ...deps, now: now() }),
  component: BookCage,
  staticData: { title: pageTitles['/book-cage'], isPublic: true, shape: 'grid' },
})

function BookCage() {
  return <BookCagePage date={Route.useSearch().date} />
}
