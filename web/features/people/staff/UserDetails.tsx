import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UserDetails as User } from '../../../../shared/contract/people/people.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { dayText, whenText } from '../../../components/staff/whenText.ts'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'

/** One user beside the list: contact, membership, bookings and payments. Closed without an id. */
export function UserDetails({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const query = useQuery({
    ...read('GET /api/admin/users/:user_id_param', { user_id_param: id ?? '' }),
    staleTime: 0,
    enabled: id !== undefined,
  })
  const { data: facility } = useQuery(facilityQuery)
  return (
    <DetailDrawer
      of={id}
      onClose={onClose}
      title="User Details"
      query={query}
      failure="Could not load user details."
    >
      {(user) => facility && <Sections user={user} zone={facility.time_zone} />}
    </DetailDrawer>
  )
}

interface SectionsProps {
  user: User
  zone: string
}

function Sections({ user, zone }: SectionsProps) {
  return (
    <Details name={user.full_name}>
      <ContactLinks email={user.email} phone={user.phone_number} />
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId: user.id }} {...props} />}
      >
        Open Full Page
      </Button>
      <Facts>
        <Fact name="Role">
          {roleNames[user.role]}
          {user.coach && ` (${user.coach.name}${user.coach.is_active ? '' : ', inactive'})`}
        </Fact>
        <Fact name="Date Joined">{dayText(user.created_at, zone)}</Fact>
        <Fact name="Sign-In">{signInOf(user)}</Fact>
        <Fact name="Subscription">
          {user.subscription ? <StatusBadge status={user.subscription.status} /> : 'None'}
        </Fact>
      </Facts>
      <RecordList title="Bookings" items={user.bookings} empty="No bookings yet." keyOf={({ id }) => id}>
        {({ title, participant_name, start_time, status }) => (
          <>
            <RecordName name={participant_name ? `${title} for ${participant_name}` : title}>
              {start_time ? whenText(start_time, zone) : 'Without a time'}
            </RecordName>
            <StatusBadge status={status} />
          </>
        )}
      </RecordList>
      <RecordList
        title="Transactions"
        items={user.transactions}
        empty="No payments yet."
        keyOf={({ id }) => id}
      >
        {({ total_amount, status, created_at }) => (
          <>
            <RecordName name={formatDollars(centsFromDollars(total_amount))}>
              {dayText(created_at, zone)}
            </RecordName>
            <StatusBadge status={status} />
          </>
        )}
      </RecordList>
    </Details>
  )
}

function signInOf({ email, can_sign_in }: User): string {
  if (email === null) return 'Can’t log in without an email'
  return can_sign_in ? 'Email confirmed' : 'Invited, no password set yet'
}
