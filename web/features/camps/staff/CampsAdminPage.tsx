import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CampStatusFilter, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffCampsQuery } from '../../../api/queries/staffCamps.ts'
import { useSession } from '../../../api/session.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { SuccessDialog } from '../../../components/staff/SuccessDialog.tsx'
import { Row } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { type ListState, pagedList } from '../../../ui/staff/listState.ts'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { toast } from '../../../ui/toast.ts'
import { CallOffDialog } from './CallOffDialog.tsx'
import { CampCard, type CampTask, type StatusChange } from './CampCard.tsx'
import { CampDialog } from './CampDialog.tsx'
import { CampErrorDialog } from './CampErrorDialog.tsx'
import classes from './CampsAdmin.module.css'
import { CopyCampDialog } from './CopyCampDialog.tsx'
import { isFormOpen, setFormOpen } from './campDraft.ts'
import type { CampChange } from './campForm.ts'
import { DeleteCampDialog } from './DeleteCampDialog.tsx'
import { CampRegistrationsDialog } from './registrations/CampRegistrationsDialog.tsx'

/** What /admin/camps reads from its address. */
export interface CampsAdminSearch {
  search?: string | undefined
  status?: Exclude<CampStatusFilter, 'all'> | undefined
}

const statusNames = { published: 'Published', draft: 'Drafts', called_off: 'Called off' } as const
/** A tab follows forty topics at most. */
const MOST_FOLLOWED = 30

type Task = { kind: 'create' } | { kind: CampTask; camp: StaffCamp; back?: CampChange }

/** Camps for staff: the desk sees to registrations, admins make and change camps (spec 3 §2). */
export function CampsAdminPage({ search }: { search: CampsAdminSearch }) {
  const navigate = useNavigate({ from: '/admin/camps' })
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const { data: facility } = useQuery(facilityQuery)
  const list = pagedList(useInfiniteQuery({ ...staffCampsQuery(search), placeholderData: keepPreviousData }))
  const [task, setTask] = useState<Task | undefined>(() => (isFormOpen() ? { kind: 'create' } : undefined))
  const [done, setDone] = useState<{ message: string; change?: CampChange | undefined }>()
  const [failed, setFailed] = useState<{ camp: StaffCamp; change: StatusChange; error: Error }>()
  useLiveCamps(list.rows)
  const show = (change: Partial<CampsAdminSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const endTask = () => {
    setFormOpen(false)
    setTask(undefined)
  }
  const finish = (message: string, change?: CampChange) => {
    endTask()
    setDone({ message, change })
  }
  // Not at once, as Undo of a booking: the times may be taken and people told by now (decision record 046).
  const changeBack = (change: CampChange | undefined) => {
    setDone(undefined)
    if (change) setTask({ kind: 'edit', camp: change.saved, back: change })
  }
  const create = () => {
    setFormOpen(true)
    setTask({ kind: 'create' })
  }
  const status = useAttempt({
    send: ({ camp: { id, revision }, change }: { camp: StaffCamp; change: StatusChange }, once) =>
      once('PATCH /api/admin/camps/:camp_id/status', { camp_id: id, ...change, expected_revision: revision }),
    touches: touches.camps,
    pendingUntilRefreshed: true,
  })
  async function setStatus(camp: StaffCamp, change: StatusChange) {
    setFailed(undefined)
    const outcome = await status.attempt({ camp, change })
    if (!outcome) return
    if ('answer' in outcome) return toast.success(statusText(camp.name, change))
    const { error } = outcome
    setFailed({ camp, change, error: error instanceof Error ? error : new Error(String(error)) })
  }
  const campOf = (kind: CampTask) => (task?.kind === kind ? task.camp : undefined)
  const registrations = campOf('registrations')
  const newCamp = (
    <Button color="stitch.6" leftSection={<IconPlus size={20} aria-hidden />} onClick={create}>
      Create New Camp
    </Button>
  )
  const isFiltered = Boolean(search.search || search.status)
  return (
    <StaffPage
      title="Camps"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      action={isAdmin && newCamp}
    >
      <FilterBar
        label="Search camps"
        placeholder="Name"
        search={search.search ?? ''}
        onSearch={(text) => show({ search: text || undefined })}
        onClear={isFiltered ? () => show({ search: undefined, status: undefined }) : undefined}
      >
        <FilterSelect
          label="Status"
          value={search.status ?? ''}
          onChange={(value) =>
            show({ status: value in statusNames ? (value as CampsAdminSearch['status']) : undefined })
          }
          data={[
            { value: '', label: 'All camps' },
            ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
          ]}
        />
      </FilterBar>
      <CampList
        list={list}
        empty={
          isFiltered ? (
            <EmptyList title="No camps found" text="Try another name, or clear the filters." />
          ) : (
            <EmptyList
              title="No camps yet"
              text="Create your first camp: dates, times, coaches and a price. It stays a draft until you publish it."
            >
              {isAdmin && newCamp}
            </EmptyList>
          )
        }
      >
        {(camp) => (
          <CampCard
            key={camp.id}
            camp={camp}
            isAdmin={isAdmin}
            isPending={status.isPending}
            onTask={(kind) =>
              kind === 'history'
                ? void navigate({ to: '/admin/audit-log', search: { table: 'camps', record: camp.id } })
                : setTask({ kind, camp })
            }
            onStatus={(change) => void setStatus(camp, change)}
          />
        )}
      </CampList>
      <CampDialog
        camp={isAdmin && task?.kind === 'create' ? 'new' : campOf('edit')}
        back={task?.kind === 'edit' ? task.back : undefined}
        onClose={endTask}
        onSaved={finish}
      />
      <CopyCampDialog
        camp={campOf('copy')}
        zone={facility?.time_zone ?? 'America/Chicago'}
        onClose={endTask}
        onCopied={finish}
      />
      <CallOffDialog camp={campOf('call-off')} onClose={endTask} onDone={finish} />
      <DeleteCampDialog
        camp={campOf('delete')}
        onClose={endTask}
        onDeleted={finish}
        onCallOff={() => task && 'camp' in task && setTask({ kind: 'call-off', camp: task.camp })}
      />
      {registrations && <CampRegistrationsDialog camp={registrations} onClose={endTask} />}
      <SuccessDialog message={done?.message} onClose={() => setDone(undefined)}>
        {done?.change && (
          <Button variant="default" onClick={() => changeBack(done.change)}>
            Change It Back…
          </Button>
        )}
      </SuccessDialog>
      <CampErrorDialog
        error={failed?.error}
        onClose={() => setFailed(undefined)}
        onRetry={() => failed && void setStatus(currentOf(list.rows, failed.camp), failed.change)}
      />
    </StaffPage>
  )
}

/** A second try is about the camp as it is now. */
const currentOf = (rows: readonly StaffCamp[] | undefined, camp: StaffCamp): StaffCamp =>
  rows?.find(({ id }) => id === camp.id) ?? camp

function statusText(name: string, { published, registration_enabled }: StatusChange): string {
  if (published !== undefined) return published ? `“${name}” is published.` : `“${name}” is a draft again.`
  return registration_enabled
    ? `Registration for “${name}” is open.`
    : `Registration for “${name}” is closed.`
}

/** Keeps the spots of the camps on screen fresh; where there are very many, of the first ones. */
function useLiveCamps(camps: readonly StaffCamp[] | undefined): void {
  const topics = (camps ?? []).slice(0, MOST_FOLLOWED).map(({ id }) => topicName('camp', id))
  useLiveQueries(Object.fromEntries(topics.map((topic) => [topic, [['staff', 'camps', {}]]])))
}

interface CampListProps {
  list: ListState<StaffCamp>
  empty: React.ReactNode
  children: (camp: StaffCamp) => React.ReactNode
}

const pending = ['first', 'second', 'third']

/** The cards, with what is in their place while there are none. */
function CampList({ list, empty, children }: CampListProps) {
  const { rows, error } = list
  const problem = error && <ErrorAlert error={error} onRetry={list.reload} />
  if (!rows)
    return (
      problem ?? (
        <div aria-busy="true">
          <VisuallyHidden role="status">Loading camps...</VisuallyHidden>
          <div className={classes.list} aria-hidden>
            {pending.map((place) => (
              <Skeleton key={place} radius="lg" className={classes.pending ?? ''} />
            ))}
          </div>
        </div>
      )
    )
  return (
    <div aria-busy={list.isFetching}>
      {problem}
      {rows.length === 0 && !error ? (
        empty
      ) : (
        <ul className={classes.list} aria-label="Camps">
          {rows.map(children)}
        </ul>
      )}
      <Row gap="sm" className={classes.end}>
        {list.loadMore && (
          <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
            Load More
          </Button>
        )}
        <span role="status">{rows.length === 1 ? '1 camp shown' : `${rows.length} camps shown`}</span>
      </Row>
    </div>
  )
}
