import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../api/queries/facility.ts'
import { Row, Text } from '../ui/layout.tsx'
import classes from './FacilityProblem.module.css'

/** Shown in place of the facility's data if that did not load; nothing while it is loading. */
export function FacilityProblem() {
  // Mounting must not refetch: that would clear the error and remove this component.
  const { data, error, refetch } = useQuery({
    ...facilityQuery,
    retryOnMount: false,
    refetchOnMount: false,
  })
  if (data || !error) return null
  return (
    <Row className={classes.problem}>
      <Text strong>Failed to load our phone, address and hours: {error.message}</Text>
      <Button color="stitch.6" onClick={() => void refetch()}>
        Try Again
      </Button>
    </Row>
  )
}
