import type { Roster } from '../../../../../shared/contract/programs/rosters.ts'
import { centsFromDollars } from '../../../../../shared/domain/money/money.ts'
import { formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { Text } from '../../../../ui/layout.tsx'
import { toAskText } from '../../../waivers/staff/waiverText.ts'

import { EmptyBox, owedText, SectionHead } from './DaySheet.tsx'
import classes from './sheet.module.css'

interface RosterSheetProps {
  head: { facility: string; day: string }
  roster: Roster
  zone: string
}

/** Who takes part in a class or camp session, with a box for each and lines for those who come without being on the list. */
export function RosterSheet({ head, roster, zone }: RosterSheetProps) {
  const { name, start_time, end_time, cages, coaches, seats, max_spots } = roster
  const facts = [
    formatTimeRange(start_time, end_time, zone),
    cages.join(', '),
    coaches.length > 0 && `with ${coaches.join(', ')}`,
    `${seats.length} of ${max_spots} spots`,
  ].filter(Boolean)
  return (
    <section className={classes.section} data-roster>
      <table className={classes.table}>
        <SectionHead
          head={head}
          title={name}
          columns={['In', 'Name', 'Age', 'Registered by', 'Phone', 'Owed', 'Notes']}
        />
        <tbody>
          <tr className={classes.facts}>
            <td colSpan={7}>{facts.join(' · ')}</td>
          </tr>
          {seats.map((seat) => (
            <tr key={seat.id}>
              <td>
                <EmptyBox />
              </td>
              <td>
                <strong>{seat.name}</strong>
              </td>
              <Text as="td" numbers nowrap>
                {seat.age}
              </Text>
              <td>{seat.customer_name}</td>
              <Text as="td" numbers nowrap>
                {seat.phone}
              </Text>
              <Text as="td" numbers nowrap>
                {owedText(centsFromDollars(seat.owed))}
              </Text>
              <td>{toAskText(seat)}</td>
            </tr>
          ))}
          {['first', 'second', 'third'].map((line) => (
            <tr key={line} className={classes.blank}>
              <td>
                <EmptyBox />
              </td>
              <td colSpan={6} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
