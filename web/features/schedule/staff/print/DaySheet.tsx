import type { ReactNode } from 'react'
import { formatDollars } from '../../../../../shared/domain/money/money.ts'
import { formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { Row, Text } from '../../../../ui/layout.tsx'

import classes from './sheet.module.css'
import { plainBooking, type SheetRow } from './sheetRows.ts'

interface PaperProps {
  /** Stands at the head of every page of the section. */
  head: { facility: string; day: string }
  rows: readonly SheetRow[]
  zone: string
}

interface SectionHeadProps {
  head: PaperProps['head']
  title: string
  columns: readonly string[]
}

/** The head of a table, which browsers repeat on every page: whose sheet, which day, what the columns are. */
export const SectionHead = ({ head: { facility, day }, title, columns }: SectionHeadProps) => (
  <thead>
    <tr className={classes.running}>
      <th colSpan={columns.length} scope="colgroup">
        <span className={classes.title}>{title}</span>
        <span>
          {facility} · {day}
        </span>
      </th>
    </tr>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)

/** The whole day in order of time, a line for each booking. */
export const DayByTime = ({ head, rows, zone }: PaperProps) => (
  <table className={classes.table}>
    <SectionHead
      head={head}
      title="Day Sheet"
      columns={['In', 'Time', 'Cage', 'Who', 'What', 'Owed', 'Notes']}
    />
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <td>
            <Box row={row} />
          </td>
          <Text as="td" numbers nowrap>
            {formatTimeRange(row.start, row.end, zone)}
          </Text>
          <td>{row.cages.join(', ')}</td>
          <td>
            <strong>{row.who}</strong>
            {row.bookedBy && <div>Booked by {row.bookedBy}</div>}
            {row.phone && (
              <Text as="div" numbers nowrap>
                {row.phone}
              </Text>
            )}
          </td>
          <td className={row.what === plainBooking ? classes.plain : undefined}>{row.what}</td>
          <Text as="td" numbers nowrap>
            {owedText(row.owed)}
          </Text>
          <Text as="td" breaks lines className={classes.notes}>
            {row.notes}
          </Text>
        </tr>
      ))}
    </tbody>
  </table>
)

/** A block for each cage: what is in it, in order of time. */
export function DayByCage({ head, rows, zone, cages }: PaperProps & { cages: readonly string[] }) {
  const used = cages.filter((cage) => rows.some((row) => row.cages.includes(cage)))
  return (
    <section className={classes.section}>
      <Row as="h2" gap="md" nowrap align="baseline" apart below={8} className={classes.heading}>
        By cage
        <small>
          {head.facility} · {head.day}
        </small>
      </Row>
      <div className={classes.cages}>
        {used.map((cage) => (
          <table key={cage} className={classes.table} data-cage>
            <caption>{cage}</caption>
            <tbody>
              {rows
                .filter((row) => row.cages.includes(cage))
                .map((row) => (
                  <tr key={row.key}>
                    <Text as="td" numbers nowrap>
                      {formatTimeRange(row.start, row.end, zone)}
                    </Text>
                    <td>
                      <strong>{row.who}</strong>
                      {row.what !== plainBooking && <div>{row.what}</div>}
                    </td>
                    <Text as="td" numbers nowrap>
                      {owedText(row.owed)}
                    </Text>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  )
}

export const owedText = (cents: number | null): string =>
  cents === null ? '' : cents === 0 ? 'Paid' : formatDollars(cents)

const marks = { checked_in: '✓', late: '✓ late', no_show: 'no-show' } as const

/** A box to tick on paper, or what was noted already. */
function Box({ row: { hasBox, attendance } }: { row: SheetRow }): ReactNode {
  if (!hasBox) return null
  return attendance ? <span className={classes.mark}>{marks[attendance]}</span> : <EmptyBox />
}

export const EmptyBox = () => <span className={classes.box} aria-hidden />
