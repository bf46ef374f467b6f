import { Popover, Skeleton, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { AdminStats } from '../../../../shared/contract/people/dashboard.ts'
import { type FigureName, figureHelp } from '../../../../shared/domain/bookings/figures.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { Box, Heading, Row, Text } from '../../../ui/layout.tsx'
import classes from './DashboardPage.module.css'

interface Figure {
  readonly label: string
  readonly name: FigureName
  readonly isMoney?: true
}

const cards: readonly Figure[] = [
  { label: 'Total Revenue', name: 'total_revenue', isMoney: true },
  { label: "This Week's Revenue", name: 'this_week_revenue', isMoney: true },
  { label: 'Total Bookings', name: 'total_bookings' },
  { label: 'Total Users', name: 'total_users' },
]

const panels: readonly { title: string; figures: readonly Figure[] }[] = [
  {
    title: 'Cage Booking Status',
    figures: [
      { label: 'Confirmed', name: 'confirmed_bookings' },
      { label: 'Pending Payment', name: 'pending_bookings' },
      { label: 'Cancelled', name: 'cancelled_bookings' },
      { label: "Today's Bookings", name: 'todays_bookings' },
    ],
  },
  {
    title: 'Coach Booking Stats',
    figures: [
      { label: 'Total Confirmed', name: 'total_coach_bookings' },
      { label: "This Week's Revenue", name: 'this_week_coach_revenue', isMoney: true },
    ],
  },
  {
    title: 'Facility Info',
    figures: [
      { label: 'Total Cages', name: 'total_cages' },
      { label: 'Recent Signups (7d)', name: 'recent_signups' },
    ],
  },
]

interface StatsProps {
  /** Undefined while they are on the way. */
  stats: AdminStats | undefined
}

/** The four cards at the top (spec 3 §2). */
export const FigureCards = ({ stats }: StatsProps) => (
  <dl className={classes.cards} aria-busy={!stats}>
    {cards.map((figure) => (
      <div key={figure.name} className={classes.card}>
        <FigureLabel {...figure} about="" />
        <Text as="dd" numbers breaks className={classes.big}>
          {stats ? textOf(figure, stats) : <Skeleton height="1em" width="6rem" />}
        </Text>
      </div>
    ))}
  </dl>
)

/** The three panels (spec 3 §2). */
export const FigurePanels = ({ stats }: StatsProps) => (
  <div className={classes.panels}>
    {panels.map(({ title, figures }) => (
      <section key={title} className={classes.panel} aria-label={title} aria-busy={!stats}>
        <Heading size="lg">{title}</Heading>
        <Box as="dl" above="xs">
          {figures.map((figure) => (
            <Row gap="sm" nowrap apart key={figure.name} className={classes.row}>
              <FigureLabel {...figure} about={` of ${title}`} />
              <dd className={classes.value}>
                {stats ? textOf(figure, stats) : <Skeleton height="1em" width="3rem" />}
              </dd>
            </Row>
          ))}
        </Box>
      </section>
    ))}
  </div>
)

const textOf = ({ name, isMoney }: Figure, stats: AdminStats): string =>
  isMoney ? formatDollars(centsFromDollars(stats[name])) : stats[name].toLocaleString('en-US')

/** A figure's name, with what it is behind a button. */
const FigureLabel = ({ label, name, about }: Figure & { about: string }) => (
  <Row as="dt" gap={4} nowrap apart className={classes.label}>
    {label}
    <Popover width={260} shadow="md" position="bottom" withArrow>
      <Popover.Target>
        <UnstyledButton className={classes.help ?? ''} aria-label={`About ${label}${about}`}>
          <IconInfoCircle size={18} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.helpText ?? ''}>{figureHelp[name]}</Popover.Dropdown>
    </Popover>
  </Row>
)
