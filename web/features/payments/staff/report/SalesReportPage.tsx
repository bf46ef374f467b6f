import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import {
  type SaleLine,
  type SalesReport,
  type SalesReportBy,
  salesReportBy,
} from '../../../../../shared/contract/payments/salesReport.ts'
import type { TaxClass } from '../../../../../shared/domain/money/salesTax.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { read, readPages } from '../../../../api/read.ts'
import { readDay, readText } from '../../../../components/searchValues.ts'
import { ExportButton } from '../../../../components/staff/ExportButton.tsx'
import { Heading, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { DataTable } from '../../../../ui/staff/DataTable.tsx'
import { FilterDay } from '../../../../ui/staff/FilterDay.tsx'
import { FilterSelect } from '../../../../ui/staff/FilterSelect.tsx'
import { Loaded } from '../../../../ui/staff/Loaded.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { StaffPage } from '../../../../ui/staff/StaffPage.tsx'
import { signed } from '../drawers/DrawerSums.tsx'
import { taxClassNames } from '../goods/GoodsSection.tsx'
import classes from './SalesReport.module.css'

const route = getRouteApi('/admin/reports_/sales')

const byNames: Readonly<Record<SalesReportBy, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  item: 'Item',
  tax_class: 'Tax class',
}
const methodNames = { cash: 'Cash', desk_card: 'Card at desk', online: 'Online', other: 'Other' } as const

/** What /admin/reports/sales has in its address, as it was typed: its days, how it sums up, and the row that is open. */
export type SalesReportSearch = Partial<Record<'from' | 'to' | 'by' | 'row', unknown>>

/** Sales less voids and refunds, for admins; what was chosen is in the address. A press on a row opens the lines that it is made of. */
export function SalesReportPage() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/admin/reports/sales' })
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  const today = facilityDay(new Date(), zone)
  const from = readDay(search.from) ?? `${today.slice(0, 7)}-01`
  const to = readDay(search.to) ?? today
  const open = readText(search.row)
  const by = salesReportBy.options.find((each) => each === search.by) ?? 'day'
  // What is pressed while other days are read is not taken away under the finger.
  const query = useQuery({
    ...read('GET /api/admin/sales-report', { from, to, by }),
    placeholderData: keepPreviousData,
  })
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, row: undefined, ...change }), resetScroll: false })
  const row = query.data?.rows.find(({ key }) => key === open)
  const method = query.data?.methods.find((each) => each.method === open)
  return (
    <StaffPage
      title="Sales Report"
      refresh={{ onRefresh: () => void query.refetch(), isFetching: query.isFetching }}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/admin/settings" search={{ section: 'journal' }} />}
        >
          Name Accounts
        </Button>
      }
    >
      <Row>
        <FilterDay label="From" value={from} onChange={(day) => show({ from: day })} />
        <FilterDay label="To" value={to} onChange={(day) => show({ to: day })} />
        <FilterSelect
          label="Sum up by"
          value={by}
          data={salesReportBy.options.map((value) => ({
            value,
            label: `By ${byNames[value].toLowerCase()}`,
          }))}
          onChange={(value) => show({ by: value })}
        />
        <ExportButton
          file="/api/admin/sale-lines.csv"
          query={{ from, to }}
          what="sales"
          label="Export Lines"
        />
        <ExportButton
          file="/api/admin/journal.csv"
          query={{ from, to }}
          what="journal"
          label="Export Journal"
        />
      </Row>
      <Loaded query={query} height={320}>
        {(report) => (
          <Stack>
            <Report report={report} by={by} open={open} onOpen={(key) => show({ row: key })} />
            {row && <Lines lines={row.lines} title={rowName(by, row.key)} zone={zone} />}
            {method && !row && <Lines lines={method.lines} title={methodNames[method.method]} zone={zone} />}
          </Stack>
        )}
      </Loaded>
    </StaffPage>
  )
}

const rowName = (by: SalesReportBy, key: string): string =>
  by === 'item'
    ? key
    : by === 'tax_class'
      ? taxClassNames[key as TaxClass]
      : by === 'week'
        ? `Week of ${formatDay(key, 'dated')}`
        : by === 'month'
          ? formatDay(key, 'month')
          : formatDay(key, 'dated')

interface ReportProps {
  report: SalesReport
  by: SalesReportBy
  open: string | undefined
  onOpen: (key: string | undefined) => void
}

function Report({ report, by, open, onOpen }: ReportProps) {
  const { rows, total, taxes, methods } = report
  if (rows.length === 0) return <Text>Nothing was sold on these days. Choose others.</Text>
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.report}>
          <thead>
            <tr>
              <th scope="col">{byNames[by]}</th>
              {['Sold', 'Net', 'Tax', 'Total'].map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, quantity, net, tax, total: all }) => (
              <tr key={key} data-open={key === open || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-expanded={key === open}
                    onClick={() => onOpen(key === open ? undefined : key)}
                  >
                    {rowName(by, key)}
                  </button>
                </th>
                <td>{quantity}</td>
                <td>{signed(net)}</td>
                <td>{signed(tax)}</td>
                <td>{signed(all)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{total.quantity}</td>
              <td>{signed(total.net)}</td>
              <td>{signed(total.tax)}</td>
              <td>{signed(total.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <Row aria-label="By method" role="group">
        {methods.map(({ method, amount }) => (
          <Button
            key={method}
            variant="default"
            aria-expanded={method === open}
            onClick={() => onOpen(method === open ? undefined : method)}
          >
            {methodNames[method]} {signed(amount)}
          </Button>
        ))}
      </Row>
      {taxes.some(({ tax }) => tax !== 0) && (
        <Text tone="dim" numbers>
          Sales tax:{' '}
          {taxes
            .map(({ percent, tax, net }) => `${percent}% of ${signed(net)} is ${signed(tax)}`)
            .join(' · ')}
        </Text>
      )}
    </>
  )
}

const kindNames = { sale: 'Sale', void: 'Void', refund: 'Refund' } as const

interface LinesProps {
  lines: SalesReport['rows'][number]['lines']
  title: string
  zone: string
}

/** The lines of the documents that one figure is made of. */
function Lines({ lines, title, zone }: LinesProps) {
  const list = pagedList(useInfiniteQuery(readPages('GET /api/admin/sale-lines', lines)))
  const navigate = useNavigate()
  const open = ({ payment_id }: SaleLine) =>
    payment_id && void navigate({ to: '/admin/payments', search: { open: payment_id } })
  const document = ({ kind, number, of_number }: SaleLine) =>
    `${kindNames[kind]} ${number}${of_number === null ? '' : ` of ${of_number}`}`
  return (
    <section aria-label={`Lines of ${title}`}>
      <Heading size="lg">{title}</Heading>
      <DataTable
        label={`Lines of ${title}`}
        list={list}
        keyOf={({ id }) => id}
        title={{ header: 'Item', text: ({ description }) => description }}
        columns={[
          { header: 'Document', cell: document },
          { header: 'Date', cell: ({ issued_at }) => formatDay(facilityDay(issued_at, zone), 'dated') },
          { header: 'Net', cell: ({ net }) => signed(net) },
          { header: 'Tax', cell: ({ tax }) => signed(tax) },
          { header: 'Total', cell: ({ total }) => signed(total) },
          { header: 'Method', cell: ({ method }) => methodNames[method] },
        ]}
        onOpen={open}
        actionsOf={(line) => [{ label: 'View Payment', Icon: IconEye, onSelect: () => open(line) }]}
        empty={<Text>No lines.</Text>}
      />
    </section>
  )
}
