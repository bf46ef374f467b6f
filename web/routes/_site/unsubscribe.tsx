import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { UnsubscribePage } from '../../features/unsubscribe/UnsubscribePage.tsx'
import { readUnsubscribeSearch } from '../../features/unsubscribe/unsubscribeSearch.ts'

export const Route = createFileRoute('/_site/unsubscribe')({
  validateSearch: readUnsubscribeSearch,
  component: Unsubscribe,
  staticData: { title: pageTitles['/unsubscribe'] },
})

function Unsubscribe() {
  return <UnsubscribePage link={Route.useSearch()} />
}
