import { Button } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { StaffClass } from '../../../../shared/contract/programs/staffClasses.ts'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDates, formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { sessionSeatsQuery } from '../../../api/queries/classSessions.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { MessageEveryoneButton } from '../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { Text } from '../../../ui/layout.tsx'
import { ActionMenu } from '../../../ui/staff/ActionMenu.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import type { ByHand } from '../../programs/staff/AddToRoster.tsx'
import { EditTab } from '../../programs/staff/EditTab.tsx'
import { ProgramMessages } from '../../programs/staff/ProgramMessages.tsx'
import { ProgramPage } from '../../programs/staff/ProgramPage.tsx'
import { ProgramPending } from '../../programs/staff/ProgramPending.tsx'
import type { ProgramSearch, ProgramTab } from '../../programs/staff/programTabs.ts'
import { classSeat, countsOf } from '../../programs/staff/rosterSeat.ts'
import { SessionChoice } from '../../programs/staff/SessionChoice.tsx'
import { EditClass } from './ClassDialog.tsx'
import { SessionList, sessionsQuery } from './sessions/SessionList.tsx'
import { PendingRoster, SessionRoster } from './sessions/SessionRoster.tsx'
import { dayOf } from './sessions/sessionTexts.ts'
import { useClassTasks } from './useClassTasks.tsx'

/** One class for staff: who takes part in a session and who came, all sessions, messages and, for admins, its editor. */
export function ClassAdminPage({ classId, search }: { classId: string; search: ProgramSearch }) {
  const query = useQuery({ ...read('GET /api/admin/classes/:id', { id: classId }), staleTime: 0 })
  const zone = useQuery(facilityQuery).data?.time_zone
  if (query.data && zone) return <Class of={query.data} zone={zone} search={search} />
  if (isRefusal(query.error, 'class_not_found'))
    return (
      <EmptyList title="No class here" text="This class does not exist, or was deleted.">
        <Link to="/admin/classes">See all classes</Link>
      </EmptyList>
    )
  return (
    <ProgramPending
      error={query.error}
      failure="Failed to load the class:"
      onRetry={() => void query.refetch()}
    />
  )
}

interface ClassProps {
  of: StaffClass
  zone: string
  search: ProgramSearch
}

function Class({ of, zone, search }: ClassProps) {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const field = useRef<HTMLInputElement>(null)
  const [byHand, setByHand] = useState<ByHand>()
  const [edits, setEdits] = useState(0)
  const today = facilityDay(new Date(), zone)
  const upcoming = useInfiniteQuery(sessionsQuery(of.id, 'upcoming')).data?.pages.flatMap(
    ({ items }) => items,
  )
  const next = upcoming?.find(({ status }) => status === 'active') ?? upcoming?.[0]
  const sessionId = search.of ?? next?.id
  const seats = useQuery({ ...sessionSeatsQuery(sessionId ?? ''), enabled: sessionId !== undefined })
  const session = seats.data?.session
  const show = (change: ProgramSearch) =>
    void navigate({
      to: '/admin/classes/$classId',
      params: { classId: of.id },
      search: { ...search, ...change },
      resetScroll: false,
    })
  const tasks = useClassTasks(() => void navigate({ to: '/admin/classes' }))
  const tabs: ProgramTab[] = ['roster', 'sessions', 'messages', ...(isAdmin ? ['edit' as const] : [])]
  const tab = tabs.find((one) => one === search.tab) ?? 'roster'
  const counts = countsOf(seats.data?.registrations.map(classSeat) ?? [])
  const everyone = session && {
    about: 'class' as const,
    aboutId: session.id,
    title: `${of.name}, ${formatDay(session.class_date)}, ${formatWallTimeRange(session)}`,
    count: counts.taken,
  }
  const isOpen = session?.status === 'active'
  const choices = (upcoming ?? []).map(({ id, class_date }) => ({
    value: id,
    label: `${formatDay(class_date)}${class_date === today ? ', today' : ''}`,
  }))
  if (session && !choices.some(({ value }) => value === session.id))
    choices.unshift({ value: session.id, label: dayOf(session) })
  return (
    <ProgramPage
      list={{ to: '/admin/classes', label: 'Classes' }}
      name={of.name}
      status={of.end_date < today ? 'ended' : undefined}
      facts={[
        // Without the weekdays, which are those of the first and last week.
        of.start_date === of.end_date
          ? formatDay(of.start_date, 'date')
          : formatDates(of.start_date, of.end_date),
        of.coach_profile?.full_name ?? 'No coach yet',
        of.age_group,
        formatRate(centsFromDollars(of.price)),
      ]}
      fill={
        session && {
          paid: counts.paid,
          taken: counts.taken,
          max: session.max_spots,
          owedCents: counts.owedCents,
        }
      }
      actions={
        <>
          {session && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/admin/rosters/$kind/$id" params={{ kind: 'class', id: session.id }} />
              )}
            >
              Print Roster
            </Button>
          )}
          {everyone && isOpen && tab !== 'messages' && <MessageEveryoneButton {...everyone} />}
          {isAdmin && (
            <ActionMenu
              label={`Actions for ${of.name}`}
              actions={tasks.menuOf({ id: of.id, name: of.name, has_ended: of.end_date < today })}
            />
          )}
          {isOpen && (
            <Button
              color="stitch.6"
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={session.spots_left === 0}
              onClick={() => (tab === 'roster' ? field.current?.focus() : show({ tab: undefined }))}
            >
              Add Player
            </Button>
          )}
        </>
      }
      tabs={tabs}
      counts={{ roster: session && counts.taken }}
      tab={tab}
      onTab={(chosen) => show({ tab: chosen === 'roster' ? undefined : chosen })}
    >
      {tab === 'roster' &&
        (seats.data ? (
          <SessionRoster
            key={seats.data.session.id}
            data={seats.data}
            ages={of}
            zone={zone}
            isAdmin={isAdmin}
            choice={
              <SessionChoice
                label="Session"
                value={seats.data.session.id}
                choices={choices}
                onChange={(id) => show({ of: id })}
              />
            }
            field={field}
            byHand={byHand}
            onByHand={setByHand}
            onGone={() => show({ tab: 'sessions', of: undefined })}
          />
        ) : isRefusal(seats.error, 'class_session_not_found') ? (
          <Text role="status">This session was deleted.</Text>
        ) : seats.error ? (
          <ErrorAlert
            error={seats.error}
            text="Failed to load registrations. Please try again."
            onRetry={() => void seats.refetch()}
          />
        ) : upcoming && !sessionId ? (
          <Text role="status">
            No sessions to come. Past ones are under Sessions; edit the class to give it a schedule and dates.
          </Text>
        ) : (
          <PendingRoster />
        ))}
      {tab === 'sessions' && (
        <SessionList classId={of.id} onOpen={(id) => show({ tab: undefined, of: id })} />
      )}
      {tab === 'messages' &&
        (everyone ? (
          <ProgramMessages key={everyone.aboutId} {...everyone} />
        ) : (
          <Text role="status">No session to write about.</Text>
        ))}
      {tab === 'edit' && (
        <EditTab text="What you have changed in this class is not saved.">
          {(leave) => (
            <EditClass
              key={edits}
              id={of.id}
              onClose={() =>
                leave(() => {
                  setEdits(edits + 1)
                  show({ tab: undefined })
                })
              }
            />
          )}
        </EditTab>
      )}
      {tasks.dialogs}
    </ProgramPage>
  )
}
