import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import type { AgeRange } from '../../../../shared/domain/programs/ages.ts'
import { List, Row, Text } from '../../../ui/layout.tsx'
import { AddToRoster, type ByHand } from './AddToRoster.tsx'
import classes from './Roster.module.css'
import { RosterRow, type RosterTask } from './RosterRow.tsx'
import { RosterTasks } from './RosterTasks.tsx'
import { countsOf, type Marks, type RosterSeat } from './rosterSeat.ts'
import { type RosterOf, useCheckInAll } from './useRosterAttendance.ts'

interface RosterProps {
  of: RosterOf
  seats: readonly RosterSeat[]
  /** Null where nobody is checked in or added: the camp or session is canceled. */
  marks: Marks | null
  ages: AgeRange
  spots: { readonly left: number; readonly max: number }
  /** '$120'. */
  price: string
  /** The choice of the day or session. */
  choice: ReactNode
  /** Items at the end of a row's menu. */
  menu: (seat: RosterSeat) => ReactNode
  /** The field of the last row. */
  field: Ref<HTMLInputElement>
  onByHand: (start: ByHand) => void
}

/** Who takes part, in rows that are worked through at the door: the same for a camp and a class session. */
export function Roster(props: RosterProps) {
  const { of, seats, marks, choice, menu, field, onByHand, ages, spots, price } = props
  const [onlyOwing, setOnlyOwing] = useState(false)
  const [task, setTask] = useState<RosterTask>()
  const all = useCheckInAll(of)
  const taken = seats.filter(({ status }) => status !== 'canceled')
  const canceled = seats.filter(({ status }) => status === 'canceled')
  const counts = countsOf(seats)
  const isFiltered = onlyOwing && counts.owing > 0
  const row = (seat: RosterSeat, number: number, isOff = false) => (
    <RosterRow
      key={seat.id}
      of={of}
      seat={seat}
      number={number}
      marks={isOff ? null : marks}
      onTask={setTask}
      menu={menu}
    />
  )
  return (
    <>
      <Row className={classes.bar}>
        {choice}
        {taken.length > 0 && marks?.here && (
          <Text size="sm" numbers className={classes.counts} role="status">
            <b>{counts.present} present</b> {counts.noShows} no-show {counts.open} not here yet
          </Text>
        )}
        <Row as="span" gap={8} align="stretch" className={classes.tools}>
          {counts.owing > 0 && (
            <button
              type="button"
              className={classes.filter}
              aria-pressed={isFiltered}
              onClick={() => setOnlyOwing(!onlyOwing)}
            >
              Owing {counts.owing}
            </button>
          )}
          {marks?.here && counts.open > 0 && (
            <Button
              variant="default"
              className={classes.rest ?? ''}
              leftSection={<IconChecks size={18} aria-hidden />}
              loading={all.isPending}
              onClick={all.checkIn}
            >
              Mark the Rest Present
            </Button>
          )}
        </Row>
      </Row>
      <div className={classes.sheet}>
        {taken.length > 0 && (
          <Text as="div" tone="dim" size="xs" strong className={classes.head} aria-hidden>
            <span />
            <span>Player, Age</span>
            <span>Parent</span>
            <span>Payment</span>
            <span>{marks?.here ? 'Here' : 'Signed Up'}</span>
          </Text>
        )}
        {taken.length > 0 ? (
          <List aria-label="Registrations">
            {taken.map((seat, index) => (isFiltered && seat.owed === 0 ? null : row(seat, index + 1)))}
          </List>
        ) : (
          <p className={classes.empty} role="status">
            <strong>No registrations yet.</strong> {marks && 'Share the link, or add the first player below.'}
          </p>
        )}
        {marks && <AddToRoster {...{ of, ages, spots, price, field, onByHand }} />}
      </div>
      {canceled.length > 0 && (
        <details className={classes.gone}>
          <summary>{canceled.length} canceled</summary>
          <List aria-label="Canceled registrations">
            {canceled.map((seat, index) => row(seat, index + 1, true))}
          </List>
        </details>
      )}
      <RosterTasks task={task} onClose={() => setTask(undefined)} />
    </>
  )
}
