import { Button, Menu } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CampRegistrations } from '../../../../shared/contract/programs/campRegistrations.ts'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { agesText } from '../../../../shared/domain/programs/ages.ts'
import { campDays as campDaysText } from '../../../../shared/domain/programs/camps.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { read } from '../../../api/read.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { MessageEveryoneButton } from '../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { useMinuteClock } from '../../../components/useMinuteClock.ts'
import { Row } from '../../../ui/layout.tsx'
import { ActionMenu } from '../../../ui/staff/ActionMenu.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import type { ByHand } from '../../programs/staff/AddToRoster.tsx'
import { EditTab } from '../../programs/staff/EditTab.tsx'
import { ProgramMessages } from '../../programs/staff/ProgramMessages.tsx'
import { ProgramPage } from '../../programs/staff/ProgramPage.tsx'
import { ProgramPending } from '../../programs/staff/ProgramPending.tsx'
import type { ProgramSearch, ProgramTab } from '../../programs/staff/programTabs.ts'
import { Roster } from '../../programs/staff/Roster.tsx'
import { campDays, campSeat, countsOf, currentDay, marksOf } from '../../programs/staff/rosterSeat.ts'
import { SessionChoice } from '../../programs/staff/SessionChoice.tsx'
import { SessionRows } from '../../programs/staff/SessionRows.tsx'
import { campSeatsQuery } from '../../programs/staff/useRosterAttendance.ts'
import { statesOf } from './CampCard.tsx'
import { EditCamp } from './CampDialog.tsx'
import type { CampChange } from './campForm.ts'
import { AddRegistrationDialog } from './registrations/AddRegistrationDialog.tsx'
import { DeleteRegistrationDialog } from './registrations/DeleteRegistrationDialog.tsx'
import { EditRegistrationDialog } from './registrations/EditRegistrationDialog.tsx'
import { useCampTasks } from './useCampTasks.tsx'

/** One camp for staff: who takes part and who came, its sessions, messages and, for admins, its editor. */
export function CampAdminPage({ campId, search }: { campId: string; search: ProgramSearch }) {
  const camp = useQuery(read('GET /api/admin/camps/:camp_id', { camp_id: campId }))
  const seats = useQuery(campSeatsQuery(campId))
  const zone = useQuery(facilityQuery).data?.time_zone
  if (camp.data && seats.data && zone)
    return <Camp camp={camp.data} seats={seats.data} zone={zone} search={search} />
  if (isRefusal(camp.error, 'camp_not_found'))
    return (
      <EmptyList title="No camp here" text="This camp does not exist, or was deleted.">
        <Link to="/admin/camps">See all camps</Link>
      </EmptyList>
    )
  const failed = [camp, seats].find(({ error }) => error !== null)
  return (
    <ProgramPending
      error={failed?.error ?? null}
      failure="Failed to load registrations:"
      onRetry={() => void failed?.refetch()}
    />
  )
}

interface CampProps {
  camp: StaffCamp
  seats: CampRegistrations
  zone: string
  search: ProgramSearch
}

function Camp({ camp, seats: { camp: sold, registrations }, zone, search }: CampProps) {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const now = useMinuteClock()
  const field = useRef<HTMLInputElement>(null)
  const [byHand, setByHand] = useState<ByHand>()
  const [editing, setEditing] = useState<string>()
  const [deleting, setDeleting] = useState<string>()
  // Counts saves, after each of which the editor begins again.
  const [edits, setEdits] = useState<{ count: number; back?: CampChange }>({ count: 0 })
  const today = facilityDay(now, zone)
  const days = campDays(camp.camp_timeslots, zone)
  const chosen = days.find(({ day }) => day === search.of) ?? currentDay(days, today)
  const day = chosen?.day ?? camp.start_date
  const campKey = read('GET /api/admin/camps/:camp_id', { camp_id: camp.id }).queryKey
  // A spot taken or given back, a check-in or anything paid, at any desk.
  useLiveQueries({
    [topicName('camp', camp.id)]: [campSeatsQuery(camp.id).queryKey, campKey],
    [topicName('payments')]: [campSeatsQuery(camp.id).queryKey],
    [topicName('desk', day)]: [campSeatsQuery(camp.id).queryKey],
  })
  const show = (change: ProgramSearch) =>
    void navigate({
      to: '/admin/camps/$campId',
      params: { campId: camp.id },
      search: { ...search, ...change },
      resetScroll: false,
    })
  const tasks = useCampTasks({
    isAdmin,
    currentOf: () => camp,
    onDeleted: () => void navigate({ to: '/admin/camps' }),
    onChangeBack: (back) => setEdits(({ count }) => ({ count: count + 1, back })),
  })
  const isOff = camp.called_off_at !== null
  const tabs: ProgramTab[] = [
    'roster',
    'sessions',
    'messages',
    ...(isAdmin && !isOff ? ['edit' as const] : []),
  ]
  const tab = tabs.find((one) => one === search.tab) ?? 'roster'
  const seats = registrations.map((each) => campSeat(each, sold, day))
  const counts = countsOf(seats)
  const everyone = { about: 'camp', aboutId: camp.id, title: camp.name, count: counts.taken } as const
  const registrationOf = (id: string | undefined) => registrations.find((each) => each.id === id)
  const [first] = camp.camp_timeslots
  const sameTimes = new Set(camp.camp_timeslots.map(formatWallTimeRange)).size === 1
  return (
    <ProgramPage
      list={{ to: '/admin/camps', label: 'Camps' }}
      name={camp.name}
      status={statusOf(camp)}
      facts={[
        campDaysText(camp),
        first && sameTimes && formatWallTimeRange(first),
        camp.camp_coaches.map(({ coach }) => coach.name).join(', '),
        agesText(sold).replace(/^a/, 'A'),
        formatRate(centsFromDollars(camp.price)),
      ]}
      fill={{ paid: counts.paid, taken: counts.taken, max: sold.max_spots, owedCents: counts.owedCents }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/admin/rosters/$kind/$id" params={{ kind: 'camp', id: camp.id }} />
            )}
          >
            Print Roster
          </Button>
          {tab !== 'messages' && <MessageEveryoneButton {...everyone} />}
          <ActionMenu label={`Actions for ${camp.name}`} actions={tasks.menuOf(camp)} />
          {!isOff && (
            <Button
              color="stitch.6"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() =>
                tab === 'roster' && sold.spots_left > 0 ? field.current?.focus() : setByHand({})
              }
            >
              Add Player
            </Button>
          )}
        </>
      }
      tabs={tabs}
      counts={{ roster: counts.taken, sessions: camp.camp_timeslots.length }}
      tab={tab}
      onTab={(chosenTab) => show({ tab: chosenTab === 'roster' ? undefined : chosenTab })}
    >
      {tab === 'roster' && (
        <>
          <Roster
            of={{ kind: 'camp', id: camp.id, day }}
            seats={seats}
            marks={isOff ? null : marksOf({ day, startsAt: chosen?.startsAt ?? now }, now, zone)}
            ages={sold}
            spots={{ left: sold.spots_left, max: sold.max_spots }}
            price={formatRate(centsFromDollars(camp.price))}
            choice={
              <SessionChoice
                label="Day"
                value={day}
                choices={days.map((one) => ({
                  value: one.day,
                  label: `${formatDay(one.day)}${one.day === today ? ', today' : ''}`,
                }))}
                onChange={(picked) => show({ of: picked })}
              />
            }
            menu={({ id }) => (
              <>
                <Menu.Item onClick={() => setEditing(id)}>Edit Registration…</Menu.Item>
                <Menu.Item color="var(--mantine-color-error)" onClick={() => setDeleting(id)}>
                  Delete Registration…
                </Menu.Item>
              </>
            )}
            field={field}
            onByHand={setByHand}
          />
          <Row gap="xs">
            {!isOff && (
              <Button variant="default" size="sm" onClick={() => setByHand({})}>
                Add Manual Registration
              </Button>
            )}
            <ExportButton
              file={`/api/admin/rosters/camp/${camp.id}/roster.csv`}
              query={{}}
              what="the roster"
            />
          </Row>
        </>
      )}
      {tab === 'sessions' && (
        <SessionRows
          label="Sessions"
          empty="No times yet. Edit the camp to add them."
          sessions={camp.camp_timeslots.map((slot) => ({
            id: slot.id,
            day: slot.date,
            time: formatWallTimeRange(slot),
            facts: slot.cages.join(', ') || 'No cage',
            count: presentText(registrations, slot.date),
            onOpen: () => show({ tab: undefined, of: slot.date }),
          }))}
        />
      )}
      {tab === 'messages' && <ProgramMessages {...everyone} />}
      {tab === 'edit' && (
        <EditTab text="What you have changed in this camp is not saved.">
          {() => (
            <EditCamp
              key={edits.count}
              id={camp.id}
              back={edits.back}
              onCancel={() => show({ tab: undefined })}
              onSaved={(message, change) => {
                setEdits(({ count }) => ({ count: count + 1 }))
                tasks.finish(message, change)
              }}
            />
          )}
        </EditTab>
      )}
      <AddRegistrationDialog of={byHand} camp={sold} onClose={() => setByHand(undefined)} />
      <EditRegistrationDialog registration={registrationOf(editing)} onClose={() => setEditing(undefined)} />
      <DeleteRegistrationDialog
        registration={registrationOf(deleting)}
        onClose={() => setDeleting(undefined)}
      />
      {tasks.dialogs}
    </ProgramPage>
  )
}

/** The state that decides most; who can still register is only said where nobody can. */
function statusOf(camp: StaffCamp): string | undefined {
  const [first, sale] = statesOf(camp)
  return first === 'published' && camp.registration_state !== 'open' ? sale : first
}

/** '6 present' of a day on which somebody was noted. */
function presentText(registrations: CampRegistrations['registrations'], day: string): string | null {
  const noted = registrations.flatMap(({ attendance }) => attendance[day] ?? [])
  return noted.length === 0 ? null : `${noted.filter((each) => each !== 'no_show').length} present`
}
