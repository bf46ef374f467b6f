import { IconCalendarOff, IconCopy, IconHistory, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { MenuAction } from '../../../ui/staff/ActionMenu.tsx'
import { ClassDialog } from './ClassDialog.tsx'
import type { ClassTask, ClassToChange } from './classForm.ts'
import { DeleteClassDialog } from './DeleteClassDialog.tsx'

interface ClassTasks {
  menuOf: (row: ClassToChange) => MenuAction[]
  create: () => void
  dialogs: ReactNode
}

/** What admins do with a class beside its roster and its editor, in the list and on its page. */
export function useClassTasks(onDeleted?: () => void): ClassTasks {
  const navigate = useNavigate()
  const [task, setTask] = useState<ClassTask>()
  const [deleting, setDeleting] = useState<ClassToChange>()
  return {
    create: () => setTask({ kind: 'create' }),
    menuOf: (row) => [
      { label: 'New Season', Icon: IconCopy, onSelect: () => setTask({ kind: 'duplicate', id: row.id }) },
      ...(row.has_ended
        ? []
        : [
            {
              label: 'Regenerate Sessions',
              Icon: IconRefresh,
              onSelect: () => setTask({ kind: 'regenerate', id: row.id }),
            },
            {
              label: 'End Class',
              Icon: IconCalendarOff,
              onSelect: () => setTask({ kind: 'end', id: row.id }),
            },
          ]),
      {
        label: 'History',
        Icon: IconHistory,
        onSelect: () =>
          void navigate({ to: '/admin/audit-log', search: { table: 'classes', record: row.id } }),
      },
      { label: 'Delete Class', Icon: IconTrash, onSelect: () => setDeleting(row), danger: true },
    ],
    dialogs: (
      <>
        <ClassDialog task={task} onClose={() => setTask(undefined)} />
        <DeleteClassDialog
          row={deleting}
          onClose={() => setDeleting(undefined)}
          onEnd={({ id }) => setTask({ kind: 'end', id })}
          onDeleted={onDeleted}
        />
      </>
    ),
  }
}
