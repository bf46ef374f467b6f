import { Tabs } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatRate } from '../../../../shared/domain/money/money.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { usePageTitle } from '../../../components/usePageTitle.ts'
import { Grid, Heading, Row, Text } from '../../../ui/layout.tsx'
import classes from './ProgramPage.module.css'
import type { ProgramTab } from './programTabs.ts'

const labels: Readonly<Record<ProgramTab, string>> = {
  roster: 'Roster',
  sessions: 'Sessions',
  messages: 'Messages',
  edit: 'Edit',
}

interface ProgramPageProps {
  list: { readonly to: '/admin/camps' | '/admin/classes'; readonly label: string }
  name: string
  status?: string | undefined
  /** When, who, for whom, how much. */
  facts: readonly (string | null | undefined | false)[]
  /** Of the roster that is shown; none yet. */
  fill?: Fill | undefined
  actions: ReactNode
  tabs: readonly ProgramTab[]
  counts: Partial<Record<ProgramTab, number | undefined>>
  tab: ProgramTab
  onTab: (tab: ProgramTab) => void
  children: ReactNode
}

interface Fill {
  readonly paid: number
  readonly taken: number
  readonly max: number
  readonly owedCents: number
}

/** The page of a camp and of a class: what it is, how full, what is owed, and below it roster, sessions, messages, editing. */
export function ProgramPage(props: ProgramPageProps) {
  const { list, name, status, facts, fill, actions, tabs, counts, tab, onTab, children } = props
  usePageTitle(name)
  return (
    <div className={classes.page}>
      <Grid gap={4} className={classes.head}>
        <Row gap="xs" className={classes.top}>
          <Link to={list.to} className={classes.back} aria-label={`All ${list.label}`}>
            <IconArrowLeft size={20} aria-hidden />
          </Link>
          <Heading as="h1" size="2xl" breaks className={classes.title}>
            {name}
          </Heading>
          {status && <StatusBadge status={status} />}
          <Row gap={8} align="stretch" className={classes.actions}>
            {actions}
          </Row>
        </Row>
        <Text as="div" tone="dim" numbers className={classes.facts}>
          {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
          {fill && <FillBar {...fill} />}
        </Text>
        <Tabs
          value={tab}
          onChange={(chosen) => {
            const known = tabs.find((one) => one === chosen)
            if (known) onTab(known)
          }}
          activateTabWithKeyboard={false}
          classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '' }}
        >
          <Tabs.List aria-label={name}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one} aria-controls={undefined}>
                {labels[one]}
                {counts[one] !== undefined && <span className={classes.count}>{counts[one]}</span>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      </Grid>
      <Grid as="section" gap={8} className={classes.body} aria-label={labels[tab]}>
        {children}
      </Grid>
    </div>
  )
}

/** So many spots have a square each. */
const MOST_SQUARES = 24

/** How full it is: paid, pays on arrival, free; and what is owed. */
function FillBar({ paid, taken, max, owedCents }: Fill) {
  const stateOf = (spot: number) => (spot < paid ? 'paid' : spot < taken ? 'owing' : 'free')
  return (
    <Row as="span" gap={8} className={classes.fill}>
      <span
        role="img"
        aria-label={`${taken} of ${max} spots taken, ${paid} paid`}
        className={max > MOST_SQUARES ? classes.plain : classes.squares}
      >
        {max > MOST_SQUARES
          ? (['paid', 'owing'] as const).map((state) => (
              <i
                key={state}
                data-state={state}
                style={{ inlineSize: `${((state === 'paid' ? paid : taken - paid) / max) * 100}%` }}
              />
            ))
          : Array.from({ length: max }, (_, spot) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the squares are alike and stay in place.
              <i key={spot} data-state={stateOf(spot)} />
            ))}
      </span>
      <strong aria-hidden>
        {taken}/{max}
      </strong>
      {owedCents > 0 && (
        <Text as="span" size="xs" strong className={classes.owed}>
          {formatRate(owedCents)} owed
        </Text>
      )}
    </Row>
  )
}
