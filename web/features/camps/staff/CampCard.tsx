import { Button } from '@mantine/core'
import {
  IconArchive,
  IconCalendar,
  IconCalendarOff,
  IconClock,
  IconCopy,
  IconEdit,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconTrash,
  IconUserStar,
  IconUsers,
} from '@tabler/icons-react'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { campDates } from '../../../../shared/domain/programs/camps.ts'
import { SpotsLeft } from '../../../components/SpotsLeft.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { Heading, Panel, Row, Stack } from '../../../ui/layout.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/staff/ActionMenu.tsx'
import { CampPicture } from '../CampPicture.tsx'
import { campPrice } from '../campRules.ts'
import classes from './CampsAdmin.module.css'

export type CampTask = 'edit' | 'copy' | 'call-off' | 'delete' | 'registrations' | 'history'
export interface StatusChange {
  published?: boolean
  registration_enabled?: boolean
}

interface CampCardProps {
  camp: StaffCamp
  isAdmin: boolean
  /** A change of its state is on its way. */
  isPending: boolean
  onTask: (task: CampTask) => void
  onStatus: (change: StatusChange) => void
}

/** A camp as staff see it: what it is, how it sells, and what can be done with it. */
export function CampCard({ camp, isAdmin, isPending, onTask, onStatus }: CampCardProps) {
  const isOff = camp.called_off_at !== null
  const times = camp.camp_timeslots.length
  return (
    <Panel as="li" className={classes.card}>
      <div className={classes.top}>
        <CampPicture camp={camp} sizes="(width >= 62em) 24rem, (width >= 40em) 50vw, 100vw" />
        <span className={classes.price}>{campPrice(camp.price)}</span>
      </div>
      <Stack gap="xs" className={classes.words}>
        <Row gap={6} align="stretch">
          {statesOf(camp).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </Row>
        <div className={classes.head}>
          <Heading size="lg" breaks className={classes.name}>
            {camp.name}
          </Heading>
          <ActionMenu
            label={`Actions for ${camp.name}`}
            actions={actionsOf(camp, { isAdmin, onTask, onStatus })}
          />
        </div>
        <ul className={classes.facts}>
          <li>
            <IconCalendar size={20} aria-hidden />
            {campDates(camp)}
          </li>
          <li>
            <IconClock size={20} aria-hidden />
            {times === 0 ? 'No times yet' : times === 1 ? '1 time' : `${times} times`}
          </li>
          <li>
            <IconUsers size={20} aria-hidden />
            {camp.age_group}
          </li>
          {camp.camp_coaches.length > 0 && (
            <li>
              <IconUserStar size={20} aria-hidden />
              {camp.camp_coaches.map(({ coach }) => coach.name).join(', ')}
            </li>
          )}
        </ul>
        {!isOff && (
          <p className={classes.spots}>
            <SpotsLeft spots={camp.spots_left} />
            <span>
              {camp.active_registrations_count} of {camp.max_spots} taken
            </span>
          </p>
        )}
      </Stack>
      <Row align="stretch" className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconUsers size={20} aria-hidden />}
          aria-label={`Registrations: ${camp.name}`}
          onClick={() => onTask('registrations')}
        >
          Registrations
        </Button>
        {isAdmin && !isOff && !camp.published && (
          <Button
            color="stitch.6"
            loading={isPending}
            leftSection={<IconEye size={20} aria-hidden />}
            aria-label={`Publish: ${camp.name}`}
            onClick={() => onStatus({ published: true })}
          >
            Publish
          </Button>
        )}
        {isAdmin && !isOff && camp.published && (
          <Button
            variant="default"
            leftSection={<IconEdit size={20} aria-hidden />}
            aria-label={`Edit: ${camp.name}`}
            onClick={() => onTask('edit')}
          >
            Edit
          </Button>
        )}
      </Row>
    </Panel>
  )
}

/** The states of a camp as badges, the most important first. */
function statesOf({ called_off_at, published, registration_state }: StaffCamp): string[] {
  if (called_off_at !== null) return ['called_off']
  const sale = {
    open: 'registration_open',
    called_off: 'called_off',
    closed: 'registration_closed',
    over: 'over',
    full: 'full',
  } as const
  return [published ? 'published' : 'draft', sale[registration_state]]
}

function actionsOf(
  camp: StaffCamp,
  { isAdmin, onTask, onStatus }: Pick<CampCardProps, 'isAdmin' | 'onTask' | 'onStatus'>,
): MenuAction[] {
  const isOff = camp.called_off_at !== null
  const registrations = {
    label: 'Registrations',
    Icon: IconUsers,
    onSelect: () => onTask('registrations'),
  }
  const onSite = {
    label: 'View on Site',
    Icon: IconExternalLink,
    onSelect: () => void window.open(`/camps/${camp.id}`, '_blank', 'noopener'),
  }
  if (!isAdmin) return camp.published ? [registrations, onSite] : [registrations]
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
    ...(isOff ? [] : [{ label: 'Edit Camp', Icon: IconEdit, onSelect: () => onTask('edit') }]),
    ...(isOff && !camp.published ? [] : [publish]),
    ...(isOff ? [] : [registration]),
    { label: 'Duplicate Camp', Icon: IconCopy, onSelect: () => onTask('copy') },
    ...(camp.published ? [onSite] : []),
    { label: 'History', Icon: IconHistory, onSelect: () => onTask('history') },
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
