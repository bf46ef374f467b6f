import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { BookCagePage } from '../../features/bookings/BookCagePage.tsx'
import { loadBookCage, readBookCageSearch } from '../../features/bookings/bookCageRoute.ts'

export const Route = createFileRoute('/_site/book-cage')({
  validateSearch: readBookCageSearch,
  loaderDeps: ({ search: { date } }) => ({ date }),
  loader: ({ context: { queryClient }, deps: { date } }) => loadBookCage(queryClient, date),
  component: BookCage,
  staticData: { title: pageTitles['/book-cage'] },
})

function BookCage() {
  return <BookCagePage date={Route.useSearch().date} />
}
