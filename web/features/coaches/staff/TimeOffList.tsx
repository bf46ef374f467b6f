import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { TimeOff } from '../../../../shared/contract/lessons/coachHours.ts'
import { formatDay, formatDays, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { Heading, List, Row, Text } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './AvailabilityTab.module.css'
import { TimeOffDialog } from './TimeOffDialog.tsx'

/** The coach's time off that is not over, soonest first. */
export function TimeOffList({ facility }: { facility: Facility }) {
  const list = useQuery(read('GET /api/coach/time-off'))
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<TimeOff>()
  return (
    <section className={classes.part} aria-labelledby="time-off">
      <Row apart className={classes.head}>
        <Heading size="2xl" id="time-off">
          Time Off
        </Heading>
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add Time Off
        </Button>
        <p className={classes.about}>Days and hours when no one can book you. Clients see it right away.</p>
      </Row>
      {list.error && !list.data && (
        <div className={classes.inset}>
          <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {!list.data && !list.error && <Skeleton height="3.75rem" radius={0} />}
      {list.data?.length === 0 && (
        <p className={classes.empty}>No time off is planned. Add a holiday, or an afternoon at a game.</p>
      )}
      {list.data && list.data.length > 0 && (
        <List>
          {list.data.map((off) => (
            <Row as="li" nowrap apart key={off.id} className={classes.entry}>
              <div>
                <Text strong breaks>
                  {daysOf(off)}
                </Text>
                <Text tone="dim" breaks>
                  {[hoursOf(off), off.note].filter(Boolean).join(' · ')}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="navy"
                size="2.75rem"
                aria-label={`Delete time off: ${daysOf(off)}, ${hoursOf(off)}`}
                onClick={() => setDeleting(off)}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </Row>
          ))}
        </List>
      )}
      <TimeOffDialog facility={facility} of={adding ? {} : undefined} onClose={() => setAdding(false)} />
      <ConfirmAction
        of={deleting}
        onClose={() => setDeleting(undefined)}
        asks={(off) => ({
          title: 'Delete this time off?',
          label: 'Delete Time Off',
          text: `${daysOf(off)}, ${hoursOf(off)}: clients can book you again at once.`,
        })}
        send={({ id }, once) => once('DELETE /api/coach/time-off/:id', { id })}
        touches={touches.coaches}
      />
    </section>
  )
}

const daysOf = ({ start_date, end_date }: TimeOff): string =>
  start_date === end_date ? formatDay(start_date) : formatDays(start_date, end_date)

const hoursOf = ({ start_time, end_time, start_date, end_date }: TimeOff): string => {
  if (start_time && end_time) return formatWallTimeRange({ start_time, end_time })
  return start_date === end_date ? 'All day' : 'All of these days'
}
