import { Button } from '@mantine/core'
import {
  IconClock,
  IconEdit,
  IconEye,
  IconPhoto,
  IconPlus,
  IconQrcode,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { StaffCoach } from '../../../../shared/contract/lessons/staffCoaches.ts'
import { read } from '../../../api/read.ts'
import { FormDialog } from '../../../components/staff/form/FormDialog.tsx'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { DataTable } from '../../../ui/staff/DataTable.tsx'
import { wholeList } from '../../../ui/staff/listState.ts'
import { OneLine } from '../../../ui/staff/OneLine.tsx'
import { EmptyList, StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { AddCoachForm } from './AddCoachForm.tsx'
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

type Task =
  | { kind: 'add' }
  | { kind: 'edit' | 'hours' | 'picture' | 'invite' | 'deactivate'; coach: StaffCoach }

/** Coaches for staff, active or not; admins edit and deactivate them (spec 3 §2, decisions 28 and 32). */
export function CoachesAdminPage({ search }: { search: CoachesSearch }) {
  const navigate = useNavigate({ from: '/admin/coaches' })
  const isAdmin = useIsAdmin()
  const list = wholeList(useQuery(read('GET /api/admin/coaches')))
  const [task, setTask] = useState<Task>()
  const open = (coach: string | undefined) => void navigate({ search: { coach }, resetScroll: false })
  const endTask = () => setTask(undefined)
  const forAdmins = (coach: StaffCoach) => {
    const action = (kind: Exclude<Task['kind'], 'add'>, label: string, Icon: TablerIcon) => ({
      ...{ label, Icon, danger: kind === 'deactivate' },
      onSelect: () => setTask({ kind, coach }),
    })
    const edit = action('edit', 'Edit Coach', IconEdit)
    if (!coach.is_active) return [edit]
    return [
      edit,
      action('hours', 'Set Hours', IconClock),
      action('picture', 'Change Picture', IconPhoto),
      ...(coach.user_id === null ? [action('invite', 'Invite by Link', IconQrcode)] : []),
      action('deactivate', 'Deactivate Coach', IconUserOff),
    ]
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
            onClick={() => setTask({ kind: 'add' })}
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
            text="Add a coach here, or give a user the role coach under Users: they set up their profile at the next login."
          />
        }
      />
      <CoachDetails id={search.coach} onClose={() => open(undefined)} />
      <FormDialog
        of={task?.kind === 'add' ? task : undefined}
        onClose={endTask}
        title="Add Coach"
        long
        startsInField
      >
        {(_, close) => (
          <AddCoachForm onClose={close} onAdded={(coach) => setTask({ kind: 'hours', coach })} />
        )}
      </FormDialog>
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
