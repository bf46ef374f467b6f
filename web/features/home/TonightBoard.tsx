import { IconArrowRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { formatShortHours, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { formatRate } from '../../../shared/domain/money/money.ts'
import { taxOf } from '../../../shared/domain/money/salesTax.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'
import { useLiveOpenTimes, useLiveSchedule } from '../../api/liveSchedule.ts'
import { cagesQuery, openTimesQuery, scheduleQuery } from '../../api/queries/cages.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { loadSession, useSession } from '../../api/session.ts'
import { type CageGrid, cageGrid, lostSlots, withSelected } from '../../components/grid/cageGrid.ts'
import { keepChoice } from '../../components/keptChoice.ts'
import { forgetResume, keepResume, useResume } from '../../components/resume.ts'
import { useMinuteClock } from '../../components/useMinuteClock.ts'
import { Grid, Heading, markedLink, Row, Text } from '../../ui/layout.tsx'
import { useOnline } from '../../ui/useOnline.ts'
import { type BookingDialog, BookingDialogs } from '../bookings/BookingDialogs.tsx'
import { quoteOf } from '../bookings/quote.ts'
import { keptSelection } from '../bookings/useSelection.ts'
import {
  type BoardLength,
  type BoardTile,
  boardLengths,
  boardNote,
  boardTiles,
  boardTitle,
  lengthPrice,
  mostTiles,
  tileName,
} from './board.ts'
import { boardDay } from './boardDay.ts'
import classes from './TonightBoard.module.css'

/** The next free starts, over the lower edge of the pictures: one press opens the booking. A later part of its page. */
export default function TonightBoard() {
  const { data: facility } = useQuery(facilityQuery)
  if (!facility || facility.opening_soon || facility.closed_reason !== undefined) return null
  return <Board facility={facility} />
}

function Board({ facility }: { facility: Facility }) {
  useLiveOpenTimes()
  const now = useMinuteClock()
  const open = useQuery(openTimesQuery)
  const day = boardDay(open.data, now, facility)
  useLiveSchedule(day)
  const cages = useQuery(cagesQuery)
  const schedule = useQuery(scheduleQuery(day))
  const [minutes, setMinutes] = useState<BoardLength>(30)
  const [chosen, setChosen] = useState<{ day: string; slots: readonly SelectedSlot[] } | null>(null)
  const [dialog, setDialog] = useState<BookingDialog | null>(null)
  const isOnline = useOnline()
  const queryClient = useQueryClient()

  const grid =
    cages.data && schedule.data
      ? cageGrid(day, { cages: cages.data, entries: schedule.data, facility }, { now, selected: [] })
      : null
  const tiles = grid && boardTiles(grid, minutes)
  const failed = [open, cages, schedule].filter(({ data, error }) => error && !data)

  useResume(`book-slots:${day}`, grid !== null, () => {
    forgetResume()
    const slots = keptSelection(day)
    if (slots.length > 0) choose(slots)
  })

  function choose(slots: readonly SelectedSlot[]) {
    setChosen({ day, slots })
    setDialog('confirm')
  }

  async function press(event: MouseEvent, { slots }: BoardTile) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!isOnline) return
    const { status } = await loadSession(queryClient)
    choose(slots)
    if (status === 'signed-out') setDialog('login')
  }

  const note = boardNote(day, now, facility)
  return (
    <section className={classes.board} aria-labelledby="board" data-stale={!isOnline || undefined}>
      <Row className={classes.head}>
        <h2 id="board" className={classes.title}>
          {boardTitle(day, now, facility)}
        </h2>
        <p className={classes.day}>
          {note && `${note} `}
          {formatDay(day)} · {formatShortHours(hoursOf(day, facility))}
        </p>
        <AsOf now={now} zone={facility.time_zone} />
        <fieldset className={classes.lengths} aria-label="Length">
          {boardLengths.map((length) => (
            <button
              key={length}
              type="button"
              className={classes.length}
              aria-pressed={length === minutes}
              onClick={() => setMinutes(length)}
            >
              {[length === 60 ? '1 hour' : '30 min', lengthPrice(cages.data ?? [], length)]
                .filter(Boolean)
                .join(' · ')}
            </button>
          ))}
        </fieldset>
        <Link to="/book-cage" search={{ date: day }} className={markedLink}>
          {tiles && tiles.length === mostTiles ? 'All times' : 'All days'}
          <IconArrowRight size={18} aria-hidden />
        </Link>
      </Row>
      {tiles ? (
        <Tiles tiles={tiles} minutes={minutes} day={day} count={grid.cages.length} onPress={press} />
      ) : failed.length > 0 ? (
        <div role="alert" className={classes.failed}>
          We can’t load tonight’s times.{' '}
          <button
            type="button"
            className={`${markedLink} ${classes.again}`}
            onClick={() => {
              for (const { refetch } of failed) void refetch()
            }}
          >
            Try again
          </button>
        </div>
      ) : (
        <Grid as="ol" gap={8} above="sm" className={classes.tiles} aria-label="Loading…" aria-busy="true">
          {Array.from({ length: mostTiles }, (_, index) => (
            <li key={String(index)} className={classes.pending} />
          ))}
        </Grid>
      )}
      {chosen && (
        <BoardBooking
          {...chosen}
          // The day of the board may turn while a dialog is open.
          grid={chosen.day === day ? grid : null}
          facility={facility}
          cages={cages.data ?? []}
          dialog={dialog}
          onDialog={setDialog}
          onChoose={(slots) => setChosen({ ...chosen, slots })}
        />
      )}
    </section>
  )
}

/** Whether the times are live, or of when they were last. */
function AsOf({ now, zone }: { now: Date; zone: string }) {
  const isOnline = useOnline()
  const [known, setKnown] = useState(now)
  if (isOnline && known !== now) setKnown(now)
  return (
    <Text tone="good" size="xs" strong className={classes.state} role="status">
      {isOnline ? 'Live' : `As of ${formatTime(known, zone)}`}
    </Text>
  )
}

interface TilesProps {
  tiles: readonly BoardTile[]
  minutes: BoardLength
  day: string
  /** Of all cages. */
  count: number
  onPress: (event: MouseEvent, tile: BoardTile) => Promise<void>
}

function Tiles({ tiles, minutes, day, count, onPress }: TilesProps) {
  const isOnline = useOnline()
  if (tiles.length === 0) {
    return (
      <p className={classes.none}>{minutes === 60 ? 'No free hour left. Try 30 min.' : 'Nothing free.'}</p>
    )
  }
  return (
    <Grid as="ol" gap={8} above="sm" className={classes.tiles}>
      {tiles.map((tile) => {
        const free = tile.cageIds.length
        const [hour, half] = tile.time.split(' ')
        return (
          <li key={tile.time}>
            {/* Without the code it leads to its day. */}
            <Link
              to="/book-cage"
              search={{ date: day }}
              className={classes.tile}
              aria-label={tileName(tile, minutes)}
              aria-disabled={!isOnline || undefined}
              aria-haspopup="dialog"
              data-last={free === 1 || undefined}
              onClick={(event) => void onPress(event, tile)}
            >
              <Heading as="span" size="lg" className={classes.time}>
                {hour}
                <small>{half}</small>
              </Heading>
              <span className={classes.bars} aria-hidden>
                {Array.from({ length: count }, (_, index) => (
                  <i key={String(index)} data-free={index >= count - free || undefined} />
                ))}
              </span>
              <Text as="span" tone="good" size="sm" strong nowrap className={classes.count}>
                <span className={classes.free}>
                  {free} {free === 1 ? 'cage' : 'cages'}
                </span>
                <span className={classes.book}>Book {formatRate(tile.price)}</span>
              </Text>
            </Link>
          </li>
        )
      })}
    </Grid>
  )
}

interface BoardBookingProps {
  day: string
  slots: readonly SelectedSlot[]
  grid: CageGrid | null
  facility: Facility
  cages: CageGrid['cages']
  dialog: BookingDialog | null
  onDialog: (dialog: BookingDialog | null) => void
  onChoose: (slots: readonly SelectedSlot[]) => void
}

/** The dialogs of what was pressed, as on Book Cage. */
function BoardBooking({
  day,
  slots,
  grid: base,
  facility,
  cages,
  dialog,
  onDialog,
  onChoose,
}: BoardBookingProps) {
  const session = useSession()
  const discount =
    session.status === 'signed-in' && session.subscribed ? facility.member_cage_discount_percent : 0
  const quoteFor = (some: readonly SelectedSlot[]) => quoteOf(some, cages, discount, taxOf(facility, 'cages'))
  const grid = base && withSelected(base, slots)
  const remove = (gone: readonly SelectedSlot[]) => onChoose(slots.filter((slot) => !gone.includes(slot)))
  return (
    <BookingDialogs
      dialog={dialog}
      onDialog={onDialog}
      day={day}
      grid={grid}
      selected={slots}
      quote={quoteFor(slots)}
      quoteFor={quoteFor}
      lost={grid && dialog ? lostSlots(slots, grid) : []}
      facility={facility}
      otherCages
      onLost={remove}
      onChoose={onChoose}
      onTaken={() => keepChoice('slots', day, [])}
      onLeave={() => keepChoice('slots', day, slots)}
      onSignIn={() => {
        keepChoice('slots', day, slots)
        keepResume(`book-slots:${day}`)
      }}
    />
  )
}
