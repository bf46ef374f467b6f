import { Button } from '@mantine/core'
import { IconCalendar, IconClock, IconEdit, IconEye, IconUserStar, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { campDays } from '../../../../shared/domain/programs/camps.ts'
import { yearOtherThan } from '../../../../shared/domain/time/timeFormat.ts'
import { useToday } from '../../../components/participants/ages.ts'
import { SpotsLeft } from '../../../components/SpotsLeft.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { Grid, Heading, Panel, Row, Stack } from '../../../ui/layout.tsx'
import { ActionMenu } from '../../../ui/staff/ActionMenu.tsx'
import { CampPicture } from '../CampPicture.tsx'
import { campPrice } from '../campRules.ts'
import classes from './CampsAdmin.module.css'
import type { CampTasks } from './useCampTasks.tsx'

interface CampCardProps {
  camp: StaffCamp
  isAdmin: boolean
  tasks: CampTasks
}

/** A camp as staff see it: what it is, how it sells, and what can be done with it. */
export function CampCard({ camp, isAdmin, tasks }: CampCardProps) {
  const params = { campId: camp.id }
  const isOff = camp.called_off_at !== null
  const times = camp.camp_timeslots.length
  const dates = `${campDays(camp)}${yearOtherThan(useToday(), camp.end_date)}`
  return (
    <Panel as="li" className={classes.card}>
      <div className={classes.top}>
        <CampPicture camp={camp} sizes="(width >= 62em) 24rem, (width >= 40em) 50vw, 100vw" />
        <span className={classes.price}>{campPrice(camp.price)}</span>
      </div>
      <Stack grow gap="xs" className={classes.words}>
        <Row gap={6} align="stretch">
          {statesOf(camp).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </Row>
        <Grid gap="xs" className={classes.head}>
          <Heading above={4} size="lg" breaks className={classes.name}>
            <Link to="/admin/camps/$campId" params={params}>
              {camp.name}
            </Link>
          </Heading>
          <ActionMenu label={`Actions for ${camp.name}`} actions={tasks.menuOf(camp)} />
        </Grid>
        <Row as="ul" align="stretch" className={classes.facts}>
          <li>
            <IconCalendar size={20} aria-hidden />
            {dates}
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
        </Row>
        {!isOff && (
          <Row as="p" align="stretch" className={classes.spots}>
            <SpotsLeft spots={camp.spots_left} />
            <span>
              {camp.active_registrations_count} of {camp.max_spots} taken
            </span>
          </Row>
        )}
      </Stack>
      <Row align="stretch" className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconUsers size={20} aria-hidden />}
          aria-label={`Roster: ${camp.name}`}
          renderRoot={(props) => <Link {...props} to="/admin/camps/$campId" params={params} />}
        >
          Roster
        </Button>
        {isAdmin && !isOff && !camp.published && (
          <Button
            color="stitch.6"
            loading={tasks.isPending}
            leftSection={<IconEye size={20} aria-hidden />}
            aria-label={`Publish: ${camp.name}`}
            onClick={() => tasks.setStatus(camp, { published: true })}
          >
            Publish
          </Button>
        )}
        {isAdmin && !isOff && camp.published && (
          <Button
            variant="default"
            leftSection={<IconEdit size={20} aria-hidden />}
            aria-label={`Edit: ${camp.name}`}
            renderRoot={(props) => (
              <Link {...props} to="/admin/camps/$campId" params={params} search={{ tab: 'edit' }} />
            )}
          >
            Edit
          </Button>
        )}
      </Row>
    </Panel>
  )
}

/** The states of a camp as badges, the most important first. */
export function statesOf({ called_off_at, published, registration_state }: StaffCamp): string[] {
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
