import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { documentTitle } from '../../shared/domain/facility/pageTitles.ts'
import { facilityQuery } from '../api/queries/facility.ts'

/** The tab's title of a page that is named after what it shows; nothing changes while that is not known. */
export function usePageTitle(title: string | undefined): void {
  const facility = useQuery(facilityQuery).data?.name
  useEffect(() => {
    if (title && facility !== undefined) document.title = documentTitle(title, facility)
  }, [title, facility])
}
