import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { coachDataFailure } from '../../../components/staff/coachTab.ts'
import { Grid, Heading, Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import staffPage from '../../../ui/staff/StaffPage.module.css'
import classes from './AvailabilityTab.module.css'
import { TimeOffList } from './TimeOffList.tsx'
import { WeekForm } from './WeekForm.tsx'

/** When a coach gives lessons: the week, and time off by date (spec 3 §2). */
export default function AvailabilityTab() {
  const week = useQuery(read('GET /api/coach/availability'))
  const facility = useQuery(facilityQuery)
  const error = week.error ?? facility.error
  return (
    <Stack className={staffPage.page}>
      <Heading as="h1" size="xl" breaks className={staffPage.title}>
        Availability
      </Heading>
      {error && (
        <ErrorAlert
          error={error}
          text={coachDataFailure(error)}
          onRetry={() => {
            if (week.error) void week.refetch()
            if (facility.error) void facility.refetch()
          }}
        />
      )}
      <Grid gap="lg" className={classes.parts}>
        {week.data && facility.data ? (
          <>
            <WeekForm saved={week.data} facility={facility.data} />
            <TimeOffList facility={facility.data} />
          </>
        ) : (
          !error && (
            <>
              <Skeleton height="34rem" radius="lg" />
              <Skeleton height="16rem" radius="lg" />
            </>
          )
        )}
      </Grid>
    </Stack>
  )
}
