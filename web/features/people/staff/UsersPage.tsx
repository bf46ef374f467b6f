import { Button } from '@mantine/core'
import { IconEye, IconFileUpload, IconTrash, IconUserPlus, IconUserShield } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '../../../../shared/contract/fields.ts'
import type { ListedUser, UserOfList, UserTotals } from '../../../../shared/contract/people/people.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { userListQuery } from '../../../api/queries/people.ts'
import { readText } from '../../../components/searchValues.ts'
import { ExportButton } from '../../../components/staff/ExportButton.tsx'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { dateText } from '../../../components/staff/whenText.ts'
import { Text } from '../../../ui/layout.tsx'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { FilterBar } from '../../../ui/staff/FilterBar.tsx'
import { FilterSelect } from '../../../ui/staff/FilterSelect.tsx'
import { pagedList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList } from '../../../ui/staff/StaffPage.tsx'
import { FilterChip, FilterLine, ToolbarPage } from '../../../ui/staff/ToolbarPage.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { UserDetails } from './UserDetails.tsx'
import { CreateUserDialog, RoleDialog } from './UserForms.tsx'

/** What /admin/users reads from its address. */
export interface UsersSearch {
  search?: string | undefined
  role?: Role | undefined
  sort?: 'name' | undefined
  member?: true | undefined
  /** Whose details are open. */
  user?: string | undefined
}

/** The search of an address, whose values may be anything. */
export const readUsersSearch = (search: { readonly [name: string]: unknown }): UsersSearch => ({
  search: readText(search.search),
  role: roleOf(search.role),
  sort: search.sort === 'name' ? 'name' : undefined,
  member: search.member === true ? true : undefined,
  user: readText(search.user),
})

type Task = { kind: 'create' } | { kind: 'role' | 'delete'; user: ListedUser }

/** Users for staff: search, details, Create User; for admins also roles and deletion (spec 3 §2, decision 32). */
export function UsersPage({ search: asked }: { search: UsersSearch }) {
  const search = readUsersSearch({ ...asked })
  const navigate = useNavigate({ from: '/admin/users' })
  const isAdmin = useIsAdmin()
  const { data: facility } = useQuery(facilityQuery)
  const users = useInfiniteQuery({ ...userListQuery(search), placeholderData: keepPreviousData })
  const [task, setTask] = useState<Task>()
  const list = pagedList(users)
  const totals = users.data?.pages[0]?.totals
  const endTask = () => setTask(undefined)
  const show = (change: Partial<UsersSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const open = (user: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, user }), resetScroll: false })
  const forAdmins = (user: ListedUser) =>
    isAdmin
      ? [
          {
            label: 'Edit User Role',
            Icon: IconUserShield,
            onSelect: () => setTask({ kind: 'role', user }),
          },
          {
            label: 'Delete User',
            Icon: IconTrash,
            onSelect: () => setTask({ kind: 'delete', user }),
            danger: true,
          },
        ]
      : []
  const dayOf = (instant: string | null | undefined) =>
    facility &&
    instant && (
      <Text as="span" nowrap>
        {dateText(instant, facility.time_zone)}
      </Text>
    )
  return (
    <ToolbarPage
      title="Users"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      tools={
        <>
          <FilterBar
            label="Search users"
            placeholder="Name, email or phone"
            search={search.search ?? ''}
            onSearch={(text) => show({ search: text || undefined })}
          />
          {isAdmin && (
            <>
              <ExportButton
                isIcon
                file="/api/admin/users.csv"
                query={{
                  ...{ search_query: search.search, role: search.role, sort: search.sort },
                  ...(search.member && { member: 'true' }),
                }}
                what="users"
              />
              <Button
                variant="default"
                leftSection={<IconFileUpload size={18} aria-hidden />}
                renderRoot={(props) => <Link to="/admin/settings" search={{ section: 'data' }} {...props} />}
              >
                Import
              </Button>
            </>
          )}
        </>
      }
      action={
        <Button
          color="stitch.6"
          leftSection={<IconUserPlus size={18} aria-hidden />}
          onClick={() => setTask({ kind: 'create' })}
        >
          Create User
        </Button>
      }
    >
      <FilterLine end={totals !== undefined && <Totals totals={totals} />}>
        <FilterSelect
          label="Role"
          value={search.role ?? ''}
          onChange={(value) => show({ role: roleOf(value) })}
          data={[
            { value: '', label: 'All roles' },
            ...Object.entries(roleNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <FilterChip
          isOn={search.member === true}
          onClick={() => show({ member: search.member ? undefined : true })}
        >
          Members
        </FilterChip>
        {(search.search || search.role || search.member) && (
          <Button
            variant="subtle"
            onClick={() => show({ search: undefined, role: undefined, member: undefined })}
          >
            Clear
          </Button>
        )}
      </FilterLine>
      <DataTable
        label="Users"
        list={list}
        keyOf={({ id }) => id}
        title={{
          header: 'User',
          text: ({ full_name }) => full_name,
          below: ({ email, phone_number }) => (
            <>
              <OneLine text={email ?? 'No email, can’t log in'} />
              {phone_number && <div>{phone_number}</div>}
            </>
          ),
          sort: { by: 'name', direction: 'ascending' },
        }}
        columns={[
          {
            header: 'Contact',
            isWide: true,
            cell: ({ email, phone_number }) => (
              <OneLine text={[phone_number, email ?? 'No email, can’t log in'].filter(Boolean).join(' · ')} />
            ),
          },
          {
            header: 'Children',
            cell: ({ standing }) => standing && <OneLine text={standing.children.join(', ')} />,
          },
          { header: 'Role', cell: ({ role }) => roleNames[role] },
          { header: 'Member', cell: ({ standing }) => standing?.is_member && 'Member' },
          { header: 'Last Visit', cell: ({ standing }) => dayOf(standing?.last_visit) },
          {
            header: 'Date Joined',
            cell: ({ created_at }) => dayOf(created_at),
            sort: { by: 'newest', direction: 'descending' },
          },
          { header: 'Owed', isNumber: true, cell: owedOf },
        ]}
        dense={{ end: owedOf }}
        sort={{
          by: search.sort ?? 'newest',
          onSort: (by) => show({ sort: by === 'name' ? 'name' : undefined }),
        }}
        onOpen={({ id }) => void navigate({ to: '/admin/users/$userId', params: { userId: id } })}
        actionsOf={(user) => [
          { label: 'View User Details', Icon: IconEye, onSelect: () => open(user.id) },
          ...forAdmins(user),
        ]}
        loadMoreLabel="Load More Users"
        empty={
          <EmptyList title="No users found" text="Try another name, email or phone number.">
            <Button variant="default" onClick={() => setTask({ kind: 'create' })}>
              Create User
            </Button>
          </EmptyList>
        }
      />
      <UserDetails id={search.user} onClose={() => open(undefined)} />
      <CreateUserDialog
        opened={task?.kind === 'create'}
        onClose={endTask}
        onCreated={(id) => {
          endTask()
          open(id)
        }}
      />
      <RoleDialog user={task?.kind === 'role' ? task.user : undefined} onClose={endTask} />
      <DeleteUserDialog user={task?.kind === 'delete' ? task.user : undefined} onClose={endTask} />
    </ToolbarPage>
  )
}

const owedOf = ({ standing }: UserOfList) =>
  standing && standing.owed > 0 ? <strong>{formatAmount(standing.owed)}</strong> : null

const roleOf = (text: unknown): Role | undefined =>
  (Object.keys(roleNames) as Role[]).find((role) => role === text)

function Totals({ totals }: { totals: UserTotals | null }) {
  if (!totals) return <span>Search to see what is owed.</span>
  const { count, owing_count, owed } = totals
  return (
    <>
      <span>
        <strong>{count}</strong> {count === 1 ? 'user' : 'users'}
      </span>
      {owing_count > 0 && (
        <span>
          {owing_count === 1 ? '1 owes' : `${owing_count} owe`} <strong>{formatAmount(owed)}</strong>
        </span>
      )}
    </>
  )
}
