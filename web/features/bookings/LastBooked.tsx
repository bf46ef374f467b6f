import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useLayoutEffect, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { lazyExtra } from '../../ui/lazyExtra.ts'
import { releasePlace } from './bookedPlace.ts'
import { isJustBooked, showBooked, useJustBooked } from './justBooked.ts'
import classes from './LastBooked.module.css'

const BookedCard = lazyExtra(() => import('./BookedCard.tsx'))

interface LastBookedProps {
  facility: Facility
  /** The account shows only what a bank's page has led back to it with. */
  inAccount?: boolean
}

/** The booking that was made just now, until it is dismissed; none of an earlier visit. After a reload its place is kept until it is known. */
export function LastBooked({ facility, inAccount = false }: LastBookedProps) {
  const queryClient = useQueryClient()
  const booked = useJustBooked()
  const [visitedAt] = useState(Date.now)
  const isHere = booked && isJustBooked(booked, visitedAt) && (booked.isToldInAccount || !inAccount)
  const isElsewhere = booked !== undefined && !isHere
  useLayoutEffect(() => {
    if (isElsewhere) releasePlace()
  }, [isElsewhere])
  function dismiss() {
    showBooked(queryClient, null)
    // The button that had the focus is gone with the card.
    const next = document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
    ;(next ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.place}>
      {isHere && (
        <Suspense>
          <BookedCard booked={booked} facility={facility} onDismiss={dismiss} />
        </Suspense>
      )}
    </div>
  )
}
