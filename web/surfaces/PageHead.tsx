import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { facilityQuery } from '../api/queries/facility.ts'

/** The tab's title and the page's description, from the `staticData` of the shown route and the facility's name. */
export function PageHead() {
  const { data: facility } = useQuery(facilityQuery)
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const title = [page?.title, facility?.name].filter(Boolean).join(' · ')
  return (
    <>
      <title>{title || 'Batting cages'}</title>
      {page?.description && <meta name="description" content={page.description} />}
    </>
  )
}
