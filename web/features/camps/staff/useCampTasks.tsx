import { Button } from '@mantine/core'
import {
  IconArchive,
  IconCalendarOff,
  IconCopy,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { SuccessDialog } from '../../../components/staff/SuccessDialog.tsx'
import type { MenuAction } from '../../../ui/staff/ActionMenu.tsx'
import { toast } from '../../../ui/toast.ts'
import { CallOffDialog } from './CallOffDialog.tsx'
import { CampErrorDialog } from './CampErrorDialog.tsx'
import { CopyCampDialog } from './CopyCampDialog.tsx'
import type { CampChange } from './campForm.ts'
import { DeleteCampDialog } from './DeleteCampDialog.tsx'

export interface StatusChange {
  published?: boolean
  registration_enabled?: boolean
}

type Task = { readonly kind: 'copy' | 'call-off' | 'delete'; readonly camp: StaffCamp }

interface CampTasksOptions {
  isAdmin: boolean
  /** The camp of a failed change as it is now: a second try is about that. */
  currentOf: (camp: StaffCamp) => StaffCamp
  onDeleted?: () => void
  /** Puts the values from before a save into the editor; they are saved by another press. */
  onChangeBack?: (change: CampChange) => void
}

export interface CampTasks {
  menuOf: (camp: StaffCamp) => MenuAction[]
  isPending: boolean
  setStatus: (camp: StaffCamp, change: StatusChange) => void
  /** Says that something is done. */
  finish: (message: string, change?: CampChange) => void
  dialogs: ReactNode
}

/** What can be done with a camp beside its roster and its editor, on its card and on its page. */
export function useCampTasks({ isAdmin, currentOf, onDeleted, onChangeBack }: CampTasksOptions): CampTasks {
  const navigate = useNavigate()
  const { data: facility } = useQuery(facilityQuery)
  const [task, setTask] = useState<Task>()
  const [done, setDone] = useState<{ message: string; change?: CampChange | undefined }>()
  const [failed, setFailed] = useState<{ camp: StaffCamp; change: StatusChange; error: Error }>()
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
  const endTask = () => setTask(undefined)
  const finish = (message: string, change?: CampChange) => {
    endTask()
    setDone({ message, change })
  }
  const campOf = (kind: Task['kind']) => (task?.kind === kind ? task.camp : undefined)
  return {
    isPending: status.isPending,
    setStatus: (camp, change) => void setStatus(camp, change),
    finish,
    menuOf: (camp) =>
      actionsOf(camp, {
        isAdmin,
        onTask: (kind) => setTask({ kind, camp }),
        onHistory: () =>
          void navigate({ to: '/admin/audit-log', search: { table: 'camps', record: camp.id } }),
        onStatus: (change) => void setStatus(camp, change),
      }),
    dialogs: (
      <>
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
          onDeleted={(message) => {
            if (!onDeleted) return finish(message)
            endTask()
            toast.success(message)
            onDeleted()
          }}
          onCallOff={() => task && setTask({ kind: 'call-off', camp: task.camp })}
        />
        <SuccessDialog message={done?.message} onClose={() => setDone(undefined)}>
          {done?.change && onChangeBack && (
            <Button
              variant="default"
              onClick={() => {
                // Not at once, as Undo of a booking: the times may be taken and people told by now (decision record 046).
                if (done.change) onChangeBack(done.change)
                setDone(undefined)
              }}
            >
              Change It Back…
            </Button>
          )}
        </SuccessDialog>
        <CampErrorDialog
          error={failed?.error}
          onClose={() => setFailed(undefined)}
          onRetry={() => failed && void setStatus(currentOf(failed.camp), failed.change)}
        />
      </>
    ),
  }
}

function statusText(name: string, { published, registration_enabled }: StatusChange): string {
  if (published !== undefined) return published ? `“${name}” is published.` : `“${name}” is a draft again.`
  return registration_enabled
    ? `Registration for “${name}” is open.`
    : `Registration for “${name}” is closed.`
}

interface ActionsOptions {
  isAdmin: boolean
  onTask: (kind: Task['kind']) => void
  onHistory: () => void
  onStatus: (change: StatusChange) => void
}

function actionsOf(camp: StaffCamp, { isAdmin, onTask, onHistory, onStatus }: ActionsOptions): MenuAction[] {
  const isOff = camp.called_off_at !== null
  const onSite = {
    label: 'View on Site',
    Icon: IconExternalLink,
    onSelect: () => void window.open(`/camps/${camp.id}`, '_blank', 'noopener'),
  }
  if (!isAdmin) return camp.published ? [onSite] : []
  const publish = camp.published
    ? { label: 'Unpublish', Icon: IconEyeOff, onSelect: () => onStatus({ published: false }) }
    : { label: 'Publish', Icon: IconEye, onSelect: () => onStatus({ published: true }) }
  const registration = camp.registration_enabled
    ? {
        label: 'Close Registration',
        Icon: IconLock,
        onSelect: () => onStatus({ registration_enabled: false }),
      }
    : {
        label: 'Open Registration',
        Icon: IconLockOpen,
        onSelect: () => onStatus({ registration_enabled: true }),
      }
  return [
    ...(isOff && !camp.published ? [] : [publish]),
    ...(isOff ? [] : [registration]),
    { label: 'Duplicate Camp', Icon: IconCopy, onSelect: () => onTask('copy') },
    ...(camp.published ? [onSite] : []),
    { label: 'History', Icon: IconHistory, onSelect: onHistory },
    ...(isOff
      ? []
      : [
          {
            label: 'Cancel Camp',
            Icon: IconCalendarOff,
            onSelect: () => onTask('call-off'),
            danger: true,
          },
        ]),
    {
      label: isOff ? 'Put Away' : 'Delete Camp',
      Icon: isOff ? IconArchive : IconTrash,
      onSelect: () => onTask('delete'),
      danger: true,
    },
  ]
}
