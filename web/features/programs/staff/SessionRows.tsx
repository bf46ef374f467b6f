import { IconChevronRight } from '@tabler/icons-react'
import { formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { List, Text } from '../../../ui/layout.tsx'
import classes from './SessionRows.module.css'

export interface SessionLine {
  readonly id: string
  /** A facility day. */
  readonly day: string
  readonly time: string
  /** Where and with whom. */
  readonly facts: string
  readonly count: string | null
  readonly isCanceled?: boolean
  readonly onOpen: () => void
}

interface SessionRowsProps {
  label: string
  empty: string
  sessions: readonly SessionLine[]
}

/** Sessions, one a row: a press opens the roster of it. */
export const SessionRows = ({ label, empty, sessions }: SessionRowsProps) =>
  sessions.length === 0 ? (
    <Text role="status">{empty}</Text>
  ) : (
    <List className={classes.rows} aria-label={label}>
      {sessions.map(({ id, day, time, facts, count, isCanceled, onOpen }) => (
        <li key={id}>
          <button type="button" className={classes.row} onClick={onOpen}>
            <strong>{formatDay(day, 'full')}</strong>
            <span>{time}</span>
            <Text as="span" tone="dim" size="sm">
              {facts}
            </Text>
            {isCanceled ? (
              <StatusBadge status="canceled" />
            ) : (
              <Text as="span" size="xs">
                {count}
              </Text>
            )}
            <IconChevronRight size={18} aria-hidden />
          </button>
        </li>
      ))}
    </List>
  )
