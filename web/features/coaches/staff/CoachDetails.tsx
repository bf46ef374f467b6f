import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { futureLessonsQuery, staffCoachQuery } from '../../../api/queries/staffCoaches.ts'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts, Prose, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'

/** One coach beside the list, with the lessons that are still to come. Closed without an id. */
export function CoachDetails({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const query = useQuery({ ...staffCoachQuery(id ?? ''), enabled: id !== undefined })
  return (
    <DetailDrawer
      of={id}
      onClose={onClose}
      title="Coach Details"
      query={query}
      failure="Could not load coach details."
    >
      {(coach) => (
        <Details name={coach.name}>
          <ContactLinks email={coach.email} phone={coach.phone_number} />
          <Facts>
            <Fact name="Status">
              <StatusBadge status={coach.is_active ? 'active' : 'inactive'} />
            </Fact>
            <Fact name="Hourly Rate">{formatRate(centsFromDollars(coach.hourly_rate))}</Fact>
            <Fact name="Linked Account" wide>
              {coach.user_id ? (
                <Link to="/admin/users/$userId" params={{ userId: coach.user_id }}>
                  {coach.user_email ?? coach.user_name}
                </Link>
              ) : (
                'None'
              )}
            </Fact>
            <Fact name="Specialties" wide>
              {coach.specialties.join(', ') || 'None'}
            </Fact>
          </Facts>
          {coach.bio && <Prose>{coach.bio}</Prose>}
          <FutureLessons coachId={coach.id} />
        </Details>
      )}
    </DetailDrawer>
  )
}

/** What a coach still has to give. */
export function FutureLessons({ coachId }: { coachId: string }) {
  const lessons = useQuery(futureLessonsQuery(coachId))
  if (lessons.error) return <ErrorAlert error={lessons.error} onRetry={() => void lessons.refetch()} />
  return (
    <RecordList
      title="Lessons Still to Come"
      items={lessons.data ?? []}
      empty={lessons.data ? 'None.' : 'Loading…'}
      keyOf={({ id }) => id}
    >
      {({ customer_name, participant_name, lesson_date, start_time, end_time, cage_name, status }) => (
        <>
          <RecordName name={participant_name ? `${participant_name} (${customer_name})` : customer_name}>
            {formatDay(lesson_date)}, {formatWallTimeRange({ start_time, end_time })}, {cage_name}
          </RecordName>
          <StatusBadge status={status} />
        </>
      )}
    </RecordList>
  )
}
