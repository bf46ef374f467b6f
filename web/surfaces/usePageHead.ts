import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { documentTitle } from '../../shared/domain/pageTitles.ts'
import { facilityQuery } from '../api/queries/facility.ts'

/**
 * Keeps the head that came with the first page right on the way to others: the tab's title, and the address that a
 * share button passes on. Descriptions stay: nobody who reads them moves from page to page.
 */
export function usePageHead(): void {
  const facility = useQuery(facilityQuery).data?.name
  const page = useMatches({ select: titleOfMatches })
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (facility && page !== null) document.title = documentTitle(page, facility)
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
    if (canonical) canonical.href = new URL(path, canonical.href).href
  }, [facility, page, path])
}

/** A page without a title of its own has that of its layout. */
const titleOfMatches = (matches: readonly { staticData: { title?: string | null } }[]) =>
  matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
