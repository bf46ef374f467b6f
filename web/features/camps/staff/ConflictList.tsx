import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WhatIsThere } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { CampConflict } from '../../../../shared/contract/programs/staffCamps.ts'
import { cagesPerCampSession } from '../../../../shared/domain/programs/campFields.ts'
import { formatDay, formatTimeRange, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { takenByNames } from '../../../components/staff/takenBy.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import classes from './CampForm.module.css'

interface ConflictListProps {
  conflicts: readonly CampConflict[]
  /** Moves the session to a time that is free; absent where nothing can be moved. */
  onMove?: (conflict: CampConflict, time: { start_time: string; end_time: string }) => void
}

/** The sessions that cannot be saved: what is in the way of each, and the times of that day that would be free. */
export function ConflictList({ conflicts, onMove }: ConflictListProps) {
  const { data: facility } = useQuery(facilityQuery)
  const zone = facility?.time_zone
  return (
    <Stack as="ul" gap="sm" className={classes.conflicts} aria-label="Times that are not free">
      {conflicts.map((conflict) => (
        <li key={`${conflict.date} ${conflict.start_time}`}>
          <strong>
            {formatDay(conflict.date)}, {formatWallTimeRange(conflict)}
          </strong>
          {conflict.free_cages < cagesPerCampSession && (
            <span>
              {cagesPerCampSession} cages are needed,{' '}
              {conflict.free_cages === 0 ? 'none' : conflict.free_cages}{' '}
              {conflict.free_cages > 1 ? 'are' : 'is'} free.
            </span>
          )}
          <InTheWay things={conflict.in_the_way} zone={zone} />
          {conflict.free_times.length === 0 ? (
            <span>Nothing long enough is free on this day.</span>
          ) : (
            <Row className={classes.freeTimes}>
              <span>Free on this day:</span>
              {conflict.free_times.map((time) =>
                onMove ? (
                  <Button
                    key={time.start_time}
                    size="sm"
                    variant="default"
                    aria-label={`Move to ${formatDay(conflict.date)}, ${formatWallTimeRange(time)}`}
                    onClick={() => onMove(conflict, time)}
                  >
                    {formatWallTimeRange(time)}
                  </Button>
                ) : (
                  <span key={time.start_time}>{formatWallTimeRange(time)}</span>
                ),
              )}
            </Row>
          )}
        </li>
      ))}
    </Stack>
  )
}

/** How many are named before the rest is asked for. */
const MOST_NAMED = 4

function InTheWay({ things, zone }: { things: readonly WhatIsThere[]; zone: string | undefined }) {
  const listed = (some: readonly WhatIsThere[]) => (
    <Text as="ul" tone="dim" className={classes.inTheWay}>
      {some.map((thing) => (
        <li key={`${thing.id} ${thing.place}`}>
          {[
            `${thing.place}: ${thing.name ?? takenByNames[thing.kind]}`,
            ...(thing.name === null ? [] : [takenByNames[thing.kind]]),
            ...(zone ? [formatTimeRange(thing.start_time, thing.end_time, zone)] : []),
          ].join(', ')}
        </li>
      ))}
    </Text>
  )
  if (things.length === 0) return null
  if (things.length <= MOST_NAMED + 1) return listed(things)
  return (
    <>
      {listed(things.slice(0, MOST_NAMED))}
      <details className={classes.more}>
        <summary>{things.length - MOST_NAMED} more in the way</summary>
        {listed(things.slice(MOST_NAMED))}
      </details>
    </>
  )
}
