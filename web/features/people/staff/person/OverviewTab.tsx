import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PersonPage as Person } from '../../../../../shared/contract/people/personPage.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { readPages } from '../../../../api/read.ts'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { dayText, whenText } from '../../../../components/staff/whenText.ts'
import { Grid, List, Panel, Row, Text } from '../../../../ui/layout.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { BookingRecord } from './BookingRecord.tsx'
import { NoteText } from './NoteText.tsx'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'
import { RecentMerges } from './RecentMerges.tsx'
import { UnpaidLimitDialog } from './UnpaidLimitDialog.tsx'

/** How many of each list the overview shows. */
const FEW = 5

/** The key facts of a person, and the beginning of what the other parts have. */
export function OverviewTab({ person, zone }: PersonTabProps) {
  const of = { user_id: person.id }
  const upcoming = pagedList(
    useInfiniteQuery(readPages('GET /api/admin/people/:user_id/bookings', { ...of, when: 'upcoming' })),
  )
  const notes = pagedList(useInfiniteQuery(readPages('GET /api/admin/people/:user_id/notes', of)))
  return (
    <Grid className={classes.stack}>
      <RecentMerges person={person} zone={zone} />
      <Figures person={person} zone={zone} />
      <Grid className={classes.grid}>
        <Card title="Coming Up" action={<More userId={person.id} tab="bookings" label="All Bookings" />}>
          <PagedRecords
            label="Upcoming Bookings"
            list={{ ...upcoming, rows: upcoming.rows?.slice(0, FEW), loadMore: null }}
            keyOf={({ id }) => id}
            empty={<p>Nothing booked. Use “Book for” above.</p>}
          >
            {(booking) => <BookingRecord booking={booking} zone={zone} />}
          </PagedRecords>
        </Card>
        <Grid className={classes.stack}>
          <Unpaid person={person} zone={zone} />
          <Card title="Notes" action={<More userId={person.id} tab="notes" label="All Notes" />}>
            <PagedRecords
              label="Notes"
              list={{ ...notes, rows: notes.rows?.slice(0, 3), loadMore: null }}
              keyOf={({ id }) => id}
              empty={<p>No notes for the next shift.</p>}
            >
              {(note) => <NoteText note={note} zone={zone} />}
            </PagedRecords>
          </Card>
          <UnpaidLimit person={person} zone={zone} />
        </Grid>
      </Grid>
    </Grid>
  )
}

const More = ({ userId, tab, label }: { userId: string; tab: 'bookings' | 'notes'; label: string }) => (
  <Button
    variant="subtle"
    renderRoot={(props) => (
      <Link to="/admin/users/$userId" params={{ userId }} search={{ tab }} resetScroll={false} {...props} />
    )}
  >
    {label}
  </Button>
)

function Figures({ person, zone }: PersonTabProps) {
  const { membership, unpaid } = person
  return (
    <Grid as="dl" gap="xs" className={classes.figures}>
      <Panel as="div" className={classes.figure}>
        <dt>Upcoming</dt>
        <dd>
          <span className={classes.value}>{person.upcoming}</span>
          <Text as="span" tone="dim" size="sm" block>
            of the whole family
          </Text>
        </dd>
      </Panel>
      <Panel as="div" className={classes.figure}>
        <dt>Owed</dt>
        <dd>
          <span className={`${classes.value} ${person.owed > 0 ? classes.owed : ''}`}>
            {formatDollars(centsFromDollars(person.owed))}
          </span>
          <Text as="span" tone="dim" size="sm" block>
            {owedOf(person)}
          </Text>
        </dd>
      </Panel>
      <Panel as="div" className={classes.figure}>
        <dt>Membership</dt>
        <dd>
          {membership ? (
            <StatusBadge status={membership.status} />
          ) : (
            <span className={classes.value}>None</span>
          )}
          <Text as="span" tone="dim" size="sm" block>
            {membership && membershipText(membership, zone)}
          </Text>
        </dd>
      </Panel>
      <Panel as="div" className={classes.figure}>
        <dt>Unpaid Time</dt>
        <dd>
          <span className={classes.value}>{hoursText(unpaid.open_minutes)}</span>
          <Text as="span" tone="dim" size="sm" block>
            {unpaid.limit_minutes === null ? 'no limit' : `of ${hoursText(unpaid.limit_minutes)}`}
          </Text>
        </dd>
      </Panel>
    </Grid>
  )
}

const owedOf = ({ unpaid_items }: Person): string =>
  unpaid_items.length === 0
    ? 'everything is paid'
    : unpaid_items.length === 1
      ? '1 item unpaid'
      : `${unpaid_items.length} items unpaid`

const hoursText = (minutes: number): string => `${minutes / 60} h`

function membershipText(membership: NonNullable<Person['membership']>, zone: string): string {
  const since = `since ${dayText(membership.since, zone)}`
  if (!membership.current_period_end || membership.status === 'canceled') return since
  const end = dayText(membership.current_period_end, zone)
  return membership.ends ? `${since}, ends ${end}` : `${since}, next charge ${end}`
}

const Unpaid = ({ person, zone }: PersonTabProps) => (
  <Card title="Unpaid">
    {person.unpaid_items.length === 0 ? (
      <div className={classes.empty}>
        <p>Everything is paid.</p>
      </div>
    ) : (
      <List aria-label="Unpaid">
        {person.unpaid_items.slice(0, FEW).map(({ id, title, starts_at, amount }) => (
          <Row as="li" apart key={id} className={classes.record}>
            <RecordName name={title}>{starts_at ? whenText(starts_at, zone) : 'Without a time'}</RecordName>
            <Row as="span" className={classes.end}>
              {formatDollars(centsFromDollars(amount))}
            </Row>
          </Row>
        ))}
      </List>
    )}
    {person.unpaid_items.length > FEW && (
      <Text tone="dim" size="sm">
        And {person.unpaid_items.length - FEW} more.
      </Text>
    )}
  </Card>
)

/** How much unpaid time the person may keep, and why it is not what the facility says (decision record 018). */
function UnpaidLimit({ person, zone }: PersonTabProps) {
  const [opened, setOpened] = useState(false)
  const { own_limit, limit_minutes } = person.unpaid
  const isFree = person.standing === 'staff' || person.standing === 'member'
  return (
    <Card
      title="Unpaid Limit"
      action={
        <Button variant="default" onClick={() => setOpened(true)}>
          Change Limit
        </Button>
      }
    >
      <Text breaks lines>
        {isFree
          ? `${person.standing === 'member' ? 'Members' : 'Staff'} may keep any unpaid time.`
          : limit_minutes === null
            ? 'May keep any unpaid time.'
            : `May keep ${hoursText(limit_minutes)} of upcoming cages and lessons unpaid.`}
      </Text>
      <Text tone="dim" size="sm">
        {own_limit
          ? `Set to ${own_limit.hours === null ? 'no limit' : `${own_limit.hours} h`} by ${own_limit.set_by_name ?? 'a former colleague'}, ${dayText(own_limit.set_at, zone)}: ${own_limit.reason}`
          : 'The facility’s limit applies.'}
      </Text>
      <UnpaidLimitDialog person={opened ? person : undefined} onClose={() => setOpened(false)} />
    </Card>
  )
}
