import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CampStatusFilter, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { topicName } from '../../../../shared/domain/liveTopics.ts'
import { useLiveQueries } from '../../../api/live.ts'
import { staffCampsQuery } from '../../../api/queries/staffCamps.ts'
import { readText } from '../../../components/searchValues.ts'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { Grid, Row } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { type ListState, pagedList } from '../../../ui/staff/listState.ts'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { CampCard } from './CampCard.tsx'
import { CampDialog } from './CampDialog.tsx'
import classes from './CampsAdmin.module.css'
import { isFormOpen, setFormOpen } from './campDraft.ts'
import { useCampTasks } from './useCampTasks.tsx'

/** What /admin/camps reads from its address. */
export interface CampsAdminSearch {
  search?: string | undefined
  status?: Exclude<CampStatusFilter, 'all'> | undefined
}

/** The address as the page reads it: what it does not know is left out. */
export const readCampsSearch = ({ search, status }: Record<string, unknown>): CampsAdminSearch => ({
  search: readText(search),
  status: status === 'published' || status === 'draft' || status === 'called_off' ? status : undefined,
})

const statusNames = { published: 'Published', draft: 'Drafts', called_off: 'Canceled' } as const
/** A tab follows forty topics at most. */
const MOST_FOLLOWED = 30

/** Camps for staff: the desk sees to registrations, admins make and change camps (spec 3 §2). */
export function CampsAdminPage({ search }: { search: CampsAdminSearch }) {
  const navigate = useNavigate({ from: '/admin/camps' })
  const isAdmin = useIsAdmin()
  const list = pagedList(useInfiniteQuery({ ...staffCampsQuery(search), placeholderData: keepPreviousData }))
  const [creating, setCreating] = useState(() => isFormOpen())
  useLiveCamps(list.rows)
  const show = (change: Partial<CampsAdminSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const tasks = useCampTasks({
    isAdmin,
    currentOf: (camp) => list.rows?.find(({ id }) => id === camp.id) ?? camp,
  })
  const showForm = (isOpen: boolean) => {
    setFormOpen(isOpen)
    setCreating(isOpen)
  }
  const newCamp = (
    <Button color="stitch.6" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => showForm(true)}>
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
        {(camp) => <CampCard key={camp.id} camp={camp} isAdmin={isAdmin} tasks={tasks} />}
      </CampList>
      <CampDialog
        opened={isAdmin && creating}
        onClose={() => showForm(false)}
        onSaved={(message) => {
          showForm(false)
          tasks.finish(message)
        }}
      />
      {tasks.dialogs}
    </StaffPage>
  )
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
          <Grid className={classes.list} aria-hidden>
            {pending.map((place) => (
              <Skeleton key={place} radius="lg" className={classes.pending ?? ''} />
            ))}
          </Grid>
        </div>
      )
    )
  return (
    <div aria-busy={list.isFetching}>
      {problem}
      {rows.length === 0 && !error ? (
        empty
      ) : (
        <Grid as="ul" className={classes.list} aria-label="Camps">
          {rows.map(children)}
        </Grid>
      )}
      <Row above="md" gap="sm" className={classes.end}>
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
