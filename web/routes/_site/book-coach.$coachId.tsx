import { createFileRoute } from '@tanstack/react-router'
import { BookCoachPage, loadBookCoach } from '../../features/lessons/BookCoachPage.tsx'
import { readLessonSearch } from '../../features/lessons/lessonSearch.ts'

export const Route = createFileRoute('/_site/book-coach/$coachId')({
  validateSearch: readLessonSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient }, params: { coachId } }) => loadBookCoach(queryClient, coachId),
  component: BookCoach,
  staticData: { title: null },
})

function BookCoach() {
  const { coachId } = Route.useParams()
  return <BookCoachPage key={coachId} coachId={coachId} search={Route.useSearch()} />
}
