import { Skeleton } from '@mantine/core'
import { Stack } from '../../../ui/layout.tsx'
import classes from './SchedulePage.module.css'

/** The schedule while it is loaded. */
export const ScheduleSkeleton = () => (
  <Stack gap="sm" aria-busy="true" className={classes.pending}>
    <p role="status">Loading schedule...</p>
    <Skeleton height={64} />
    <Skeleton height={420} />
  </Stack>
)
