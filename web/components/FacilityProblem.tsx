import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../api/queries/facility.ts'
import classes from './FacilityProblem.module.css'

/** Stands where the facility's data would, if that did not load; nothing while it is on its way. */
export function FacilityProblem() {
  // Appearing must not ask again by itself: that would take the error away, and this with it.
  const { data, error, refetch } = useQuery({
    ...facilityQuery,
    retryOnMount: false,
    refetchOnMount: false,
  })
  if (data || !error) return null
  return (
    <div className={classes.problem}>
      <p className={classes.message}>Failed to load our phone, address and hours: {error.message}</p>
      <Button color="stitch.6" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
