import { Button } from '@mantine/core'
import {
  IconClock,
  IconEdit,
  IconEye,
  IconPhoto,
  IconPlus,
  IconQrcode,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { staffCoachesQuery } from '../../../api/queries/staffCoaches.ts'
import { useSession } from '../../../api/session.ts'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { DataTable, OneLine } from '../../../ui/staff/DataTable.tsx'
import { wholeList } from '../../../ui/staff/listState.ts'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { AddCoachDialog } from './AddCoachDialog.tsx'
import { CoachDetails } from './CoachDetails.tsx'
import { DeactivateCoachDialog } from './DeactivateCoachDialog.tsx'
import { EditCoachDialog } from './EditCoachDialog.tsx'

const CoachHoursDialog = lazyExtra(() => import('./CoachHoursDialog.tsx'))
const InvitationLinkDialog = lazyExtra(() => import('../../../components/staff/InvitationLinkDialog.tsx'))
const CoachPictureDialog = lazyExtra(() => import('./CoachPictureDialog.tsx'))

/** What /admin/coaches reads from its address. */
export interface CoachesSearch {
  /** Whose details are open. */
  coach?: string | undefined
}

/** Coaches for staff, active or not; admins edit and deactivate them (spec 3 §2, decisions 28 and 32). */
export function CoachesAdminPage({ search }: { search: CoachesSearch }) {
  const navigate = useNavigate({ from: '/admin/coaches' })
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const list = wholeList(useQuery(staffCoachesQuery))
  const [task, setTask] = useState<{
    kind: 'edit' | 'hours' | 'picture' | 'invite' | 'deactivate'
    coach: StaffCoach
  }>()
  const [isAdding, setAdding] = useState(false)
  const open = (coach: string | undefined) => void navigate({ search: { coach }, resetScroll: false })
  const endTask = () => setTask(undefined)
  const forAdmins = (coach: StaffCoach) => {
    const edit = {
      label: 'Edit Coach',
      Icon: IconEdit,
      onSelect: () => setTask({ kind: 'edit', coach }),
    }
    const deactivate = {
      label: 'Deactivate Coach',
      Icon: IconUserOff,
      onSelect: () => setTask({ kind: 'deactivate', coach }),
      danger: true,
    }
    const hours = {
      label: 'Set Hours',
      Icon: IconClock,
      onSelect: () => setTask({ kind: 'hours', coach }),
    }
    const picture = {
      label: 'Change Picture',
      Icon: IconPhoto,
      onSelect: () => setTask({ kind: 'picture', coach }),
    }
    const invite = {
      label: 'Invite by Link',
      Icon: IconQrcode,
      onSelect: () => setTask({ kind: 'invite', coach }),
    }
    if (!coach.is_active) return [edit]
    return [edit, hours, picture, ...(coach.user_id === null ? [invite] : []), deactivate]
  }
  return (
    <StaffPage
      title="Coaches"
      refresh={{ onRefresh: list.reload, isFetching: list.isFetching }}
      action={
        isAdmin && (
          <Button
            color="stitch.6"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add Coach
          </Button>
        )
      }
    >
      <DataTable
        label="Coaches"
        list={list}
        keyOf={({ id }) => id}
        title={{ header: 'Name', text: ({ name }) => name }}
        columns={[
          {
            header: 'Contact',
            cell: ({ email, phone_number }) => (
              <>
                <OneLine text={email ?? 'No email'} />
                {phone_number && <div>{phone_number}</div>}
              </>
            ),
          },
          { header: 'Linked Account', cell: (coach) => <LinkedAccount coach={coach} /> },
          {
            header: 'Status',
            cell: ({ is_active }) => <StatusBadge status={is_active ? 'active' : 'inactive'} />,
          },
        ]}
        onOpen={({ id }) => open(id)}
        actionsOf={(coach) => [
          { label: 'View Coach Details', Icon: IconEye, onSelect: () => open(coach.id) },
          ...(isAdmin ? forAdmins(coach) : []),
        ]}
        empty={
          <EmptyList
            title="No coaches yet"
            text="Add a coach here, or give a user the role coach under Users: they set up their profile at the next sign-in."
          />
        }
      />
      <CoachDetails id={search.coach} onClose={() => open(undefined)} />
      <AddCoachDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(coach) => {
          setAdding(false)
          setTask({ kind: 'hours', coach })
        }}
      />
      <Suspense>
        {task?.kind === 'hours' && <CoachHoursDialog coach={task.coach} onClose={endTask} />}
        {task?.kind === 'invite' && (
          <InvitationLinkDialog
            profile={{ kind: 'coach', id: task.coach.id }}
            name={task.coach.name}
            onClose={endTask}
          />
        )}
        {task?.kind === 'picture' && <CoachPictureDialog coach={task.coach} onClose={endTask} />}
      </Suspense>
      <EditCoachDialog coach={task?.kind === 'edit' ? task.coach : undefined} onClose={endTask} />
      <DeactivateCoachDialog coach={task?.kind === 'deactivate' ? task.coach : undefined} onClose={endTask} />
    </StaffPage>
  )
}

/** With which account a coach signs in; a role other than coach is named, because such a coach is not shown to customers. */
function LinkedAccount({ coach: { user_name, user_email, user_role } }: { coach: StaffCoach }) {
  if (user_name === null) return 'None'
  return (
    <>
      <div>{user_name}</div>
      {user_email && <OneLine text={user_email} />}
      {user_role && user_role !== 'coach' && <div>Role: {roleNames[user_role]}</div>}
    </>
  )
}
