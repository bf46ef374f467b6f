import { createFileRoute } from '@tanstack/react-router'
import { BookCoachPage, loadBookCoach } from '../../features/lessons/BookCoachPage.tsx'
import { readLessonSearch } from '../../features/lessons/lessonSearch.ts'

export const Route = createFileRoute('/_site/book-coach/$coachId')({
  validateSearch: readLessonSearch,
  // The loader comes with the page: what every page of the site downloads stays small.
  codeSplitGroupings: [['loader', 'component']],
  // Without the time: nothing is asked for again when one is chosen.
  loaderDeps: ({ search: { date, duration } }) => ({ date, duration }),
  loader: ({ context: { queryClient, now }, params: { coachId }, location }) =>
    loadBookCoach(queryClient, { coachId, now: now(), ...readLessonSearch({ ...location.search }) }),
  component: BookCoach,
  staticData: { title: null, isPublic: true, shape: 'detail' },
})

function BookCoach() {
  const { coachId } = Route.useParams()
  return <BookCoachPage key={coachId} coachId={coachId} />
}
