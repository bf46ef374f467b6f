import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/pageTitles.ts'
import { BookCagePage } from '../../features/cages/BookCagePage.tsx'
import { readBookCageSearch } from '../../features/cages/bookCageSearch.ts'
import { loadBookCage } from '../../features/cages/loadBookCage.ts'

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
