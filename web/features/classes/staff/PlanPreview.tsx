import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  ClassPlan,
  ClassSlot,
  SessionConflict,
  SessionDate,
} from '../../../../shared/contract/programs/staffClasses.ts'
import {
  formatDay,
  formatWallTime,
  formatWallTimeRange,
  weekdayNames,
} from '../../../../shared/domain/time/timeFormat.ts'
import { takenByNames } from '../../../components/staff/takenBy.ts'
import { Grid, Row, Stack } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioTiles } from '../../../ui/RadioTiles.tsx'
import classes from './PlanPreview.module.css'

interface PlanPreviewProps {
  plan: ClassPlan
  /** What can be decided here; absent where the class itself is not edited. */
  decide?: Decisions | undefined
  /** A decision is being looked at. */
  isPending: boolean
}

export interface Decisions {
  onLeaveOut: (dates: readonly SessionDate[]) => void
  onPutBack: (dates: readonly SessionDate[]) => void
  /** Another start for one line of the schedule. */
  onStart: (line: { day_of_week: number; start_time: string }, start: string) => void
  registered: 'keep' | 'move'
  onRegistered: (choice: 'keep' | 'move') => void
}

/** What saving a class does to its sessions: what is in the way first, then what is added, changed, kept and removed. */
export function PlanPreview({ plan, decide, isPending }: PlanPreviewProps) {
  const isNew = plan.changed.length + plan.kept.length + plan.outside.length + plan.removed.length === 0
  const counts = [
    ['Added', plan.added.length],
    ['Changed', plan.changed.length],
    ['Kept', plan.kept.length + plan.outside.length],
    ['Removed', plan.removed.length],
  ] as const
  return (
    <Stack className={classes.plan} aria-busy={isPending || undefined}>
      <Conflicts plan={plan} decide={decide} isPending={isPending} />
      {!isNew && (
        <Grid as="dl" gap="xs" className={classes.counts}>
          {counts.map(([name, count]) => (
            <div key={name} data-some={count > 0 || undefined}>
              <dt>{name}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </Grid>
      )}
      {plan.outside.length > 0 || decide?.registered === 'move' ? (
        <Outside plan={plan} decide={decide} />
      ) : null}
      <Sessions title="Added" items={plan.added} open={isNew}>
        {(session) => session.cages.join(', ')}
      </Sessions>
      <Sessions title="Changed" items={plan.changed} open>
        {({ from, start_time, end_time, coach_name, people }) =>
          [
            (from.start_time !== start_time || from.end_time !== end_time) &&
              `before: ${formatWallTimeRange(from)}`,
            from.coach_name !== coach_name && `coach: ${from.coach_name ?? 'none'} → ${coach_name ?? 'none'}`,
            peopleText(people),
          ]
            .filter(Boolean)
            .join(', ')
        }
      </Sessions>
      <Sessions title="Removed: nobody is registered" items={plan.removed} open />
      <Sessions title="Kept" items={plan.kept}>
        {({ people }) => peopleText(people)}
      </Sessions>
      <Sessions title="Canceled by staff, and stay canceled" items={plan.canceled} />
      <Sessions title="Not held: we’re closed" items={plan.closed} />
      <Sessions
        title="Left out"
        items={plan.left_out}
        action={
          decide &&
          ((session) => (
            <Button
              variant="default"
              size="xs"
              className={classes.rowButton ?? ''}
              disabled={isPending}
              aria-label={`Put back ${whenOf(session)}`}
              onClick={() => decide.onPutBack([session])}
            >
              Put Back
            </Button>
          ))
        }
      />
    </Stack>
  )
}

/** The sessions that cannot be held as they are, why, and the ways out. */
function Conflicts({ plan, decide, isPending }: PlanPreviewProps) {
  const inTheWay = [...plan.conflicts, ...plan.skipped]
  if (inTheWay.length === 0) return null
  return (
    <section aria-label="In the way">
      <Note role="status">
        {countOf(inTheWay.length, 'session does', 'sessions do')} not fit. Nothing is saved until{' '}
        {decide
          ? 'you choose another time or leave them out.'
          : 'they fit: edit the class to choose another time or leave them out.'}
      </Note>
      <Stack as="ul" gap="xs" className={classes.inTheWay} tabIndex={0} aria-label="Sessions that do not fit">
        {plan.conflicts.map((conflict) => (
          <li key={`${conflict.class_date} ${conflict.start_time}`}>
            <strong>{whenOf(conflict)}</strong>
            <span>{shortageOf(conflict)}</span>
            {conflict.taken_by.map(({ place, kind, name, start_time, end_time }) => (
              <span key={`${place} ${start_time} ${kind}`} className={classes.taken}>
                {place}:{' '}
                {[name, takenByNames[kind], formatWallTimeRange({ start_time, end_time })]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            ))}
          </li>
        ))}
        {plan.skipped.map((slot) => (
          <li key={`${slot.class_date} ${slot.start_time}`}>
            <strong>{whenOf(slot)}</strong>
            <span>The clocks skip this time on that day.</span>
          </li>
        ))}
      </Stack>
      {decide && (
        <Row above="sm" align="stretch">
          {plan.free_starts.flatMap((line) =>
            line.free.map((start) => (
              <Button
                key={`${line.day_of_week} ${line.start_time} ${start}`}
                variant="default"
                disabled={isPending}
                onClick={() => decide.onStart(line, start)}
              >
                {weekdayNames[line.day_of_week]}s at {formatWallTime(start)}: all free
              </Button>
            )),
          )}
          <Button variant="default" disabled={isPending} onClick={() => decide.onLeaveOut(inTheWay)}>
            Leave Out {inTheWay.length === 1 ? 'This Session' : `These ${inTheWay.length} Sessions`}
          </Button>
        </Row>
      )}
    </section>
  )
}

/** Sessions with registrations that the schedule no longer has (decision 14). */
function Outside({ plan, decide }: Pick<PlanPreviewProps, 'plan' | 'decide'>) {
  return (
    <section aria-label="No longer in the schedule">
      {plan.outside.length > 0 && (
        <>
          <Note>
            {countOf(plan.outside.length, 'session is', 'sessions are')} no longer in the schedule, and stay
            because people have registered.
          </Note>
          <ul className={classes.outside}>
            {plan.outside.map((session) => (
              <li key={session.class_instance_id}>
                <strong>{whenOf(session)}</strong> {peopleText(session.people)}
              </li>
            ))}
          </ul>
        </>
      )}
      {decide && (plan.movable > 0 || decide.registered === 'move') && (
        <RadioTiles
          legend="Sessions with Registrations"
          name="registered-sessions"
          tiles={[
            { value: 'keep' as const, title: 'Keep Them as They Are', note: 'Beside the new ones' },
            { value: 'move' as const, title: 'Move Them to the New Time', note: `${plan.movable} can move` },
          ]}
          value={decide.registered}
          onPick={decide.onRegistered}
        />
      )}
    </section>
  )
}

interface SessionsProps<Session extends ClassSlot> {
  title: string
  items: readonly Session[]
  /** What matters before saving is read without opening it. */
  open?: boolean
  action?: ((session: Session) => ReactNode) | undefined
  children?: (session: Session) => ReactNode
}

function Sessions<Session extends ClassSlot>({
  title,
  items,
  open,
  action,
  children,
}: SessionsProps<Session>) {
  if (items.length === 0) return null
  return (
    <details className={classes.group} open={open}>
      <summary>
        {title} ({items.length})
      </summary>
      <ul>
        {items.map((session) => (
          <li key={`${session.class_date} ${session.start_time} ${session.end_time}`}>
            <span>
              {whenOf(session)}{' '}
              {children?.(session) ? <span className={classes.aside}>{children(session)}</span> : null}
            </span>
            {action?.(session)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** 'Mon, Nov 30, 4:00–5:00 PM'. */
const whenOf = (slot: ClassSlot): string => `${formatDay(slot.class_date)}, ${formatWallTimeRange(slot)}`

const peopleText = (people: number): string =>
  people === 0 ? '' : people === 1 ? '1 person registered' : `${people} people registered`

const shortageOf = ({ cages_needed, cages_free, coach_taken }: SessionConflict): string =>
  [
    cages_free < cages_needed &&
      `${cages_free === 0 ? 'No cage is' : countOf(cages_free, 'cage is', 'cages are')} free, ${cages_needed} needed.`,
    coach_taken && 'The coach is not free.',
  ]
    .filter(Boolean)
    .join(' ')

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
