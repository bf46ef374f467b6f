import type { CheckInRoster, CheckInSeat } from '../../../../../shared/contract/programs/rosters.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { campDays } from '../../../../../shared/domain/programs/camps.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { dayParts, formatDay, formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { PrintedLogo } from '../../../../components/PrintedLogo.tsx'
import { Heading, Text } from '../../../../ui/layout.tsx'
import { toAskText } from '../../../waivers/staff/waiverText.ts'
import { EmptyBox, owedText, SectionHead } from './DaySheet.tsx'
import classes from './sheet.module.css'

/** What can be left off the paper. */
export type SheetPart = 'contacts' | 'pickup' | 'notes' | 'owed'

interface CheckInSheetProps {
  roster: CheckInRoster
  facility: string
  zone: string
  shown: ReadonlySet<SheetPart>
}

/** Everybody who takes part, with a box for each day, whom to call, and lines for those who are not on the list. */
export function CheckInSheet({ roster, facility, zone, shown }: CheckInSheetProps) {
  const { name, kind, coaches, seats, max_spots, first_day, last_day, sessions } = roster
  const days = [...new Set(sessions.map(({ start_time }) => facilityDay(start_time, zone)))]
  const dates =
    kind === 'camp'
      ? campDays({
          start_date: first_day,
          end_date: last_day,
          camp_timeslots: days.map((date) => ({ date })),
        })
      : formatDay(first_day, 'long')
  const columns = [
    ...(days.length > 0 ? days.map((day) => boxTitle(day, days.length)) : ['In']),
    'Name',
    'Age',
    'Phone',
    ...(shown.has('contacts') ? ['In an emergency'] : []),
    ...(shown.has('pickup') ? ['May pick up'] : []),
    'Medical',
    ...(shown.has('owed') ? ['Owed'] : []),
  ]
  const boxes = Math.max(1, days.length)
  const owed = seats.reduce((cents, seat) => cents + centsFromDollars(seat.owed), 0)
  return (
    <article className={classes.paper} data-wide>
      <header className={classes.head}>
        <PrintedLogo />
        <p className={classes.facility}>{facility}</p>
        <Heading as="p" size="3xl">
          {name}
        </Heading>
        <p>
          {[
            `${dates}${timesText(roster, zone)}`,
            coaches.length > 0 && `with ${coaches.join(', ')}`,
            `${seats.length} of ${max_spots} spots`,
            shown.has('owed') && owed > 0 && `${formatDollars(owed)} owed`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <table className={classes.table} data-check-in>
        <SectionHead head={{ facility: name, day: dates }} title="Roster" columns={columns} />
        <tbody>
          {seats.map((seat) => (
            <SeatRow key={seat.id} seat={seat} boxes={boxes} shown={shown} />
          ))}
          {['first', 'second', 'third'].map((line) => (
            <tr key={line} className={classes.blank}>
              <Boxes count={boxes} />
              <td colSpan={columns.length - boxes} />
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

function SeatRow({
  seat,
  boxes,
  shown,
}: {
  seat: CheckInSeat
  boxes: number
  shown: ReadonlySet<SheetPart>
}) {
  const { care } = seat
  return (
    <tr>
      <Boxes count={boxes} />
      <td className={classes.who}>
        <strong>{seat.name}</strong>
        {seat.customer_name && <div>Registered by {seat.customer_name}</div>}
      </td>
      <Text as="td" numbers nowrap data-label="Age">
        {seat.age}
      </Text>
      <Text as="td" numbers nowrap>
        {seat.phone}
      </Text>
      {shown.has('contacts') && (
        <td data-label="In an emergency">
          {care?.emergency_contacts.map(({ name, relation, phone }) => (
            <div key={`${name} ${phone}`}>
              {name}
              {relation && `, ${relation}`}{' '}
              <Text as="span" numbers nowrap>
                {phone}
              </Text>
            </div>
          ))}
        </td>
      )}
      {shown.has('pickup') && (
        <td data-label="May pick up">
          {care?.pickup_adults.map(({ name, phone }) => (
            <div key={`${name} ${phone}`}>
              {name}{' '}
              <Text as="span" numbers nowrap>
                {phone}
              </Text>
            </div>
          ))}
        </td>
      )}
      <Text as="td" breaks lines className={classes.notes} data-label="Medical">
        {toAskText(seat) && <div>{toAskText(seat)}</div>}
        {care?.medical_note && (shown.has('notes') ? care.medical_note : <strong>Yes: ask</strong>)}
      </Text>
      {shown.has('owed') && (
        <Text as="td" numbers nowrap className={classes.owed}>
          {owedText(centsFromDollars(seat.owed))}
        </Text>
      )}
    </tr>
  )
}

const Boxes = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of a line are alike and stay in place.
    <td key={index} className={classes.tick}>
      <EmptyBox />
    </td>
  ))

/** 'Mon 7', as narrow as the box below it; 'In' where there is one day. */
function boxTitle(day: string, count: number): string {
  if (count === 1) return 'In'
  const { weekday, date } = dayParts(day)
  return `${weekday} ${date}`
}

/** ', 9:00–12:00 PM' where all sessions have the same times. */
function timesText({ sessions }: CheckInRoster, zone: string): string {
  const times = new Set(
    sessions.map(({ start_time, end_time }) => formatTimeRange(start_time, end_time, zone)),
  )
  return times.size === 1 ? `, ${[...times].join('')}` : ''
}
