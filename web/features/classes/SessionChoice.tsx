import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { sessionRules } from '../../../shared/domain/programs/classSessions.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayParts, formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { SpotsLeft } from '../../components/SpotsLeft.tsx'
import { coveringInput, Grid, Stack, Text } from '../../ui/layout.tsx'
import classes from './SessionChoice.module.css'
import type { SessionRow } from './sessionViews.ts'

interface SessionChoiceProps {
  row: SessionRow
  today: { readonly now: Date; readonly zone: string }
  chosen: boolean
  onToggle: () => void
}

/** One session; the whole of it is a checkbox where it can be booked (spec 2 §2, §5). */
export function SessionChoice({ row, today, chosen, onToggle }: SessionChoiceProps) {
  const thisYear = facilityDay(today.now, today.zone).slice(0, 4)
  const facts = <SessionFacts row={row} thisYear={thisYear} />
  return (
    <li>
      {row.state === 'open' ? (
        <Grid as="label" gap="sm" className={classes.session} data-state={row.state}>
          <input type="checkbox" className={coveringInput} checked={chosen} onChange={onToggle} />
          {facts}
          <span className={classes.box} aria-hidden>
            {chosen && <IconCheck size={20} stroke={3} />}
          </span>
        </Grid>
      ) : (
        <Grid gap="sm" className={classes.session} data-state={row.state}>
          {facts}
        </Grid>
      )}
    </li>
  )
}

/** Its day as a tile, its time, and what is left or why it cannot be chosen. */
function SessionFacts({ row, thisYear }: { row: SessionRow; thisYear: string }) {
  const { session, state, held, names } = row
  const { label } = sessionRules[state]
  const { weekday, month, date } = dayParts(session.class_date)
  const year = session.class_date.slice(0, 4)
  return (
    <>
      <span className={classes.tile} aria-hidden>
        <span className={classes.weekday}>{weekday}</span>
        <span className={classes.date}>{date}</span>
        <span className={classes.month}>{year === thisYear ? month : `${month} ${year}`}</span>
      </span>
      <Stack shrinks as="span" gap={2}>
        <VisuallyHidden>{formatDay(session.class_date, 'long')}, </VisuallyHidden>
        <Text as="span" size="lg" strong numbers className={classes.times}>
          {formatWallTimeRange(session)}
        </Text>
        <VisuallyHidden>, </VisuallyHidden>
        {label === null ? (
          <span className={classes.spots}>
            {held ? 'Held for you' : <SpotsLeft spots={session.spots_left} />}
          </span>
        ) : (
          <Text as="span" tone="dim" strong className={classes.label}>
            {state === 'registered' && names.length > 0 ? `Registered: ${names.join(', ')}` : label}
          </Text>
        )}
        {state === 'open' && names.length > 0 && (
          <Text as="span" tone="dim" strong className={classes.label}>
            Registered: {names.join(', ')}
          </Text>
        )}
      </Stack>
    </>
  )
}
