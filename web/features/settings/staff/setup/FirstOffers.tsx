import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { StaffCoach } from '../../../../../shared/contract/lessons/staffCoaches.ts'
import { openingQuery } from '../../../../api/queries/opening.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { useReload } from '../../../../api/useReload.ts'
import { FormDialog } from '../../../../components/staff/form/FormDialog.tsx'
import { Panel, Stack } from '../../../../ui/layout.tsx'
import { lazyExtra } from '../../../../ui/lazyExtra.ts'
import { toast } from '../../../../ui/toast.ts'
import { CampDialog } from '../../../camps/staff/CampDialog.tsx'
import { ClassDialog } from '../../../classes/staff/ClassDialog.tsx'
import { AddCoachForm } from '../../../coaches/staff/AddCoachForm.tsx'
import stateClasses from '../State.module.css'

const CoachHoursDialog = lazyExtra(() => import('../../../coaches/staff/CoachHoursDialog.tsx'))
const CoachPictureDialog = lazyExtra(() => import('../../../coaches/staff/CoachPictureDialog.tsx'))
const InvitationLinkDialog = lazyExtra(() => import('../../../../components/staff/InvitationLinkDialog.tsx'))

type Task = { kind: 'coach' | 'class' | 'camp' } | { kind: 'hours' | 'picture' | 'invite'; coach: StaffCoach }

const offers = [
  {
    kind: 'coach',
    title: 'Coach',
    about: 'Profile, hours and picture. An email isn’t needed: a link invites them.',
    label: 'Add Coach',
  },
  {
    kind: 'class',
    title: 'Class',
    about: 'Weekly sessions over a season.',
    label: 'Create Class',
  },
  {
    kind: 'camp',
    title: 'Camp',
    about: 'Days, times and a price. People see it once it is published.',
    label: 'Create Camp',
  },
] as const

/** The first coach, class and camp, in the forms of their own pages. */
export default function FirstOffers() {
  const [task, setTask] = useState<Task>()
  const steps = useQuery(openingQuery).data?.steps ?? []
  const coaches = useQuery(read('GET /api/admin/coaches')).data ?? []
  const { onRefresh } = useReload(touches.opening)
  const programs = steps.find(({ key }) => key === 'program')?.fact?.split(', ') ?? []
  const there = {
    coach: coaches.map(({ name }) => name).join(', '),
    class: programs.find((counted) => counted.includes('class')),
    camp: programs.find((counted) => counted.includes('camp')),
  }
  const end = () => {
    setTask(undefined)
    onRefresh()
  }
  return (
    <Stack as="ul" gap="sm" aria-label="First offers">
      {offers.map(({ kind, title, about, label }) => (
        <Panel as="li" padded key={kind} className={stateClasses.state}>
          <div>
            <strong>{title}</strong>
            <p>{there[kind] || about}</p>
          </div>
          <Button variant="default" onClick={() => setTask({ kind })}>
            {label}
          </Button>
        </Panel>
      ))}
      <FormDialog
        of={task?.kind === 'coach' ? task : undefined}
        onClose={end}
        title="Add Coach"
        long
        startsInField
      >
        {(_, close) => (
          <AddCoachForm onClose={close} onAdded={(coach) => setTask({ kind: 'hours', coach })} />
        )}
      </FormDialog>
      <ClassDialog task={task?.kind === 'class' ? { kind: 'create' } : undefined} onClose={end} />
      <CampDialog
        opened={task?.kind === 'camp'}
        onClose={end}
        onSaved={(message) => {
          end()
          toast.success(message)
        }}
      />
      <Suspense>
        {task?.kind === 'hours' && (
          <CoachHoursDialog
            coach={task.coach}
            onClose={() => setTask({ kind: 'picture', coach: task.coach })}
          />
        )}
        {task?.kind === 'picture' && (
          <CoachPictureDialog
            coach={task.coach}
            onClose={() => (task.coach.email ? end() : setTask({ kind: 'invite', coach: task.coach }))}
          />
        )}
        {task?.kind === 'invite' && (
          <InvitationLinkDialog
            profile={{ kind: 'coach', id: task.coach.id }}
            name={task.coach.name}
            onClose={end}
          />
        )}
      </Suspense>
    </Stack>
  )
}
