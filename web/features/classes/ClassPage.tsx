import { Skeleton } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { missingTitles, pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { isRefusal } from '../../api/apiError.ts'
import { classesQuery, classQuery } from '../../api/queries/classes.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { retryFailed } from '../../components/LoadProblem.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import detailPage from '../../ui/detailPage.module.css'
import { Text } from '../../ui/layout.tsx'
import { PageMessage, PageProblem } from '../../ui/PageMessage.tsx'
import { ClassDetail } from './ClassDetail.tsx'

/** Starts loading the page's data beside its code. Nothing is awaited: the page itself shows what failed. */
export function loadClass(queryClient: QueryClient, classId: string): void {
  void queryClient.prefetchQuery(classQuery(classId))
  void queryClient.prefetchQuery(classesQuery)
  void queryClient.prefetchQuery(facilityQuery)
}

/** A class's public page, where its sessions are booked (spec 2 §2). */
export function ClassPage({ classId }: { classId: string }) {
  const details = useQuery(classQuery(classId))
  const facility = useQuery(facilityQuery)
  usePageTitle(details.data?.class.name ?? (details.error ? titleOfProblem(details.error) : undefined))
  if (details.data && facility.data) {
    return <ClassDetail details={details.data} facility={facility.data} />
  }
  if (isMissing(details.error)) return <MissingClass />
  if (!details.error && !facility.error) return <Pending />
  return (
    <PageProblem
      title="Failed to load class details"
      text={(details.error ?? facility.error)?.message ?? ''}
      onRetry={() => retryFailed(details, facility)}
    />
  )
}

const titleOfProblem = (error: unknown) => (isMissing(error) ? missingTitles : pageTitles)['/classes']

/** An id of the wrong form is refused as invalid input: there is no such class either. */
const isMissing = (error: unknown) =>
  isRefusal(error, 'class_not_found') || isRefusal(error, 'invalid_input') || isRefusal(error, 'not_found')

const MissingClass = () => (
  <PageMessage title="Class not found" text="This class may no longer be offered.">
    <Link to="/classes">See all classes</Link>
  </PageMessage>
)

function Pending() {
  return (
    <div className={detailPage.introduced} aria-busy="true">
      <div>
        <Text as="output" tone="dim" block below="sm">
          Loading class details…
        </Text>
        <Skeleton height="7rem" radius="lg" mb="sm" />
        <Skeleton height="4rem" />
      </div>
      <Skeleton height="34rem" radius="lg" />
    </div>
  )
}
