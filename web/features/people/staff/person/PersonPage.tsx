import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useLayoutEffect, useRef } from 'react'
import { topicName } from '../../../../../shared/domain/liveTopics.ts'
import { isRefusal } from '../../../../api/apiError.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { personQuery } from '../../../../api/queries/person.ts'
import { usePageTitle } from '../../../../components/usePageTitle.ts'
import { Grid, Row, Stack, textLink } from '../../../../ui/layout.tsx'
import { ErrorAlert } from '../../../../ui/staff/ErrorAlert.tsx'
import { EmptyList } from '../../../../ui/staff/StaffPage.tsx'
import { BookingsTab } from './BookingsTab.tsx'
import { FamilyTab } from './FamilyTab.tsx'
import { MessagesTab } from './MessagesTab.tsx'
import { NotesTab } from './NotesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PaymentsTab } from './PaymentsTab.tsx'
import { PersonHead } from './PersonHead.tsx'
import classes from './PersonPage.module.css'
import { type PersonTab, type PersonTabProps, personTabs } from './personTabs.ts'
import { SecurityTab } from './SecurityTab.tsx'

const looks: Record<PersonTab, { label: string; Panel: ComponentType<PersonTabProps> }> = {
  overview: { label: 'Overview', Panel: OverviewTab },
  family: { label: 'Family', Panel: FamilyTab },
  bookings: { label: 'Bookings', Panel: BookingsTab },
  payments: { label: 'Payments', Panel: PaymentsTab },
  messages: { label: 'Messages', Panel: MessagesTab },
  notes: { label: 'Notes', Panel: NotesTab },
  security: { label: 'Security', Panel: SecurityTab },
}

/** All that staff know of one person and do for them. Each part is loaded when it is opened. */
export function PersonPage({ userId, tab }: { userId: string; tab: PersonTab }) {
  const query = useQuery(personQuery(userId))
  const { data: facility } = useQuery(facilityQuery)
  useLiveQueries({ [topicName('people')]: [personQuery(userId).queryKey] })
  usePageTitle(query.data?.full_name)
  const { data: person, error } = query
  return (
    <Stack className={classes.page}>
      <Row as="nav" gap={8} nowrap aria-label="Where this page is" className={classes.trail}>
        <Link to="/admin/users" className={textLink}>
          Users
        </Link>
        <span aria-hidden>/</span>
        <span aria-current="page">{person?.full_name ?? 'Person'}</span>
      </Row>
      {isRefusal(error, 'user_not_found') ? (
        <EmptyList title="Nobody here" text="This person does not exist, or was deleted.">
          <Link to="/admin/users">See all users</Link>
        </EmptyList>
      ) : (
        error && <ErrorAlert error={error} onRetry={() => void query.refetch()} />
      )}
      {person && facility ? (
        <>
          <PersonHead person={person} />
          <PersonTabs person={person} zone={facility.time_zone} tab={tab} />
        </>
      ) : (
        !error && <PendingPage />
      )}
    </Stack>
  )
}

function PersonTabs({ person, zone, tab }: PersonTabProps & { tab: PersonTab }) {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab is what moves
  useLayoutEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (list.current && open) {
      list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.clientWidth) / 2
    }
  }, [tab])
  const { Panel } = looks[tab]
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => {
        const known = personTabs.find((one) => one === chosen)
        if (!known) return
        void navigate({
          to: '/admin/users/$userId',
          params: { userId: person.id },
          search: { tab: known === 'overview' ? undefined : known },
          resetScroll: false,
        })
      }}
      activateTabWithKeyboard={false}
      classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '' }}
    >
      <Tabs.List ref={list} aria-label={`About ${person.full_name}`}>
        {personTabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {looks[one].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel}>
        <Panel person={person} zone={zone} />
      </Tabs.Panel>
    </Tabs>
  )
}

const PendingPage = () => (
  <Grid role="status" aria-label="Loading the person…">
    <Skeleton height={196} radius="lg" />
    <Skeleton height={48} />
    <Skeleton height={220} radius="lg" />
  </Grid>
)
