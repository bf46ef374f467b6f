import { Button, SegmentedControl, Skeleton, Table } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import type { FigurePeriod } from '../../../../shared/contract/people/dashboard.ts'
import {
  isCurrent,
  type PeriodKind,
  percentTaken,
  periodCounts,
} from '../../../../shared/domain/bookings/figures.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayParts, formatDay } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Grid, Heading, Panel, Row, Text } from '../../../ui/layout.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import classes from './ReportsPage.module.css'

/** The library that draws is a file of its own, loaded once there is something to draw. */
const BarChart = lazyPart(() => import('./BarChart.tsx'))

const names: Readonly<Record<PeriodKind, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** /admin/reports: revenue and use of the cages by day, week or month, drawn and as a table; for admins the way to what was sold. */
export function ReportsPage({ by }: { by: PeriodKind }) {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const zone = useQuery(facilityQuery).data?.time_zone
  const now = useMinuteClock()
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...read('GET /api/admin/dashboard/series', { by }),
    placeholderData: keepPreviousData,
  })
  return (
    <StaffPage
      title="Reports"
      refresh={{ onRefresh: () => void refetch(), isFetching }}
      action={
        isAdmin && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/admin/reports/sales" />}>
            Sales Report
          </Button>
        )
      }
    >
      <Panel padded aria-label="Revenue and cage use">
        <Row gap="sm" apart className={classes.head}>
          <Heading size="lg">Revenue and Cage Use</Heading>
          <SegmentedControl
            aria-label="By"
            classNames={{ label: classes.by ?? '' }}
            value={by}
            onChange={(value) =>
              void navigate({
                to: '/admin/reports',
                search: { by: value === 'day' ? undefined : (value as PeriodKind) },
                replace: true,
                resetScroll: false,
              })
            }
            data={Object.entries(names).map(([value, label]) => ({ value, label }))}
          />
        </Row>
        {error && !data && <ErrorAlert error={error} onRetry={() => void refetch()} />}
        {data && zone ? (
          <Grid gap="lg" className={classes.charts} data-old={isPlaceholderData || undefined}>
            <Figures periods={data} by={by} today={facilityDay(now, zone)} />
          </Grid>
        ) : (
          !error && <Skeleton height="16rem" aria-busy="true" />
        )}
      </Panel>
    </StaffPage>
  )
}

interface FiguresProps {
  periods: readonly FigurePeriod[]
  by: PeriodKind
  today: string
}

/** Memoised: a chart is drawn again whenever this is rendered. */
const Figures = memo(function Figures({ periods, by, today }: FiguresProps) {
  const labels = periods.map((period) => labelOf(period, by))
  const rest = <Skeleton height="13rem" />
  return (
    <>
      <figure className={classes.chart}>
        <figcaption>
          Revenue
          <Text as="span" tone="dim" numbers className={classes.sum}>
            {formatAmount(periods.reduce((sum, { revenue }) => sum + revenue, 0))}
          </Text>
        </figcaption>
        <Suspense fallback={rest}>
          <BarChart
            labels={labels}
            values={periods.map(({ revenue }) => revenue)}
            format={(value) => formatAmount(value).replace(/\.00$/, '')}
          />
        </Suspense>
      </figure>
      <figure className={classes.chart}>
        <figcaption>
          Cage use
          <Text as="span" tone="dim" numbers className={classes.sum}>
            {shareText(periods)}
          </Text>
        </figcaption>
        <Suspense fallback={rest}>
          <BarChart
            labels={labels}
            values={periods.map((period) => percentTaken(period) ?? 0)}
            format={(value) => `${value}%`}
            most={100}
          />
        </Suspense>
      </figure>
      <details className={classes.tableOf}>
        <summary>Show as a table</summary>
        <Table.ScrollContainer minWidth={640} aria-label="Figures" tabIndex={0}>
          <Table
            aria-label={`Revenue and cage use of the last ${periodCounts[by]} ${names[by].toLowerCase()}s`}
          >
            <Table.Thead>
              <Table.Tr>
                {[
                  names[by],
                  'Cages',
                  'Lessons',
                  'Classes',
                  'Camps',
                  'Memberships',
                  'Revenue',
                  'Cage use',
                ].map((header) => (
                  <Table.Th key={header}>{header}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {[...periods].reverse().map((period) => (
                <Table.Tr key={period.start}>
                  <Table.Th scope="row">
                    {labelOf(period, by)}
                    {isCurrent(period, today) && ' (so far)'}
                  </Table.Th>
                  {(['cages', 'lessons', 'classes', 'camps', 'memberships', 'goods', 'revenue'] as const).map(
                    (kind) => (
                      <Table.Td key={kind}>{formatAmount(period[kind])}</Table.Td>
                    ),
                  )}
                  <Table.Td>{takenOf(period)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </>
  )
})

const sumOf = (periods: readonly FigurePeriod[]) => ({
  cage_hours: periods.reduce((sum, { cage_hours }) => sum + cage_hours, 0),
  open_hours: periods.reduce((sum, { open_hours }) => sum + open_hours, 0),
})

/** '38% of the open hours'; a facility that was never open has none. */
function shareText(periods: readonly FigurePeriod[]): string {
  const percent = percentTaken(sumOf(periods))
  return percent === null ? 'No open hours yet' : `${percent}% of the open hours`
}

function takenOf(period: Pick<FigurePeriod, 'cage_hours' | 'open_hours'>): string {
  const percent = percentTaken(period)
  return percent === null ? 'Closed' : `${percent}%`
}

/** 'Sun, Nov 22', 'Week of Nov 16', 'Nov 2026'. */
function labelOf({ start }: FigurePeriod, by: PeriodKind): string {
  if (by === 'day') return formatDay(start, 'dense')
  return by === 'week'
    ? `Week of ${formatDay(start, 'date')}`
    : `${dayParts(start).month} ${start.slice(0, 4)}`
}
