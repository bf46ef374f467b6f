import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { IconPlus, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  CampRegistrations,
  StaffCampRegistration,
} from '../../../../../shared/contract/programs/campRegistrations.ts'
import { topicName } from '../../../../../shared/domain/liveTopics.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { agesText } from '../../../../../shared/domain/programs/ages.ts'
import { campDates } from '../../../../../shared/domain/programs/camps.ts'
import { useLiveQueries } from '../../../../api/live.ts'
import { read } from '../../../../api/read.ts'
import { ExportButton } from '../../../../components/staff/ExportButton.tsx'
import { MessageEveryoneButton } from '../../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { SendReminderButton } from '../../../../components/staff/reminders/SendReminderButton.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import { List, Row } from '../../../../ui/layout.tsx'
import { AddRegistrationDialog } from './AddRegistrationDialog.tsx'
import { DeleteRegistrationDialog } from './DeleteRegistrationDialog.tsx'
import { EditRegistrationDialog } from './EditRegistrationDialog.tsx'
import { RegistrationRow } from './RegistrationRow.tsx'
import classes from './registrations.module.css'
import { type RegistrationStatus, shownRegistrations, statusNames, summaryOf } from './registrationTexts.ts'
import { useRegistrationPayment } from './useRegistrationPayment.tsx'

interface CampRegistrationsDialogProps {
  camp: { readonly id: string; readonly name: string }
  onClose: () => void
}

/** Who is registered for a camp, and all that the desk does with it (spec 3 §2, Camp Registrations). */
export function CampRegistrationsDialog({ camp, onClose }: CampRegistrationsDialogProps) {
  const registrations = read('GET /api/admin/camps/:camp_id/registrations', { camp_id: camp.id })
  const query = useQuery(registrations)
  // A seat taken or given back, or anything paid, at any desk.
  useLiveQueries({
    [topicName('camp', camp.id)]: [registrations.queryKey],
    [topicName('payments')]: [registrations.queryKey],
  })
  return (
    <Dialog opened onClose={onClose} title={`Registrations: ${camp.name}`} long wide>
      {query.data ? (
        <Registrations data={query.data} />
      ) : query.error ? (
        <LoadProblem
          text={`Failed to load registrations: ${query.error.message}`}
          onRetry={() => void query.refetch()}
          onClose={onClose}
        />
      ) : (
        <div aria-busy="true">
          <p role="status">Loading registrations...</p>
          <Skeleton height={44} radius="md" />
          <Skeleton height={220} radius="md" mt="md" />
        </div>
      )}
    </Dialog>
  )
}

/** From so many registrations on they can be searched. */
const WORTH_SEARCHING = 6

function Registrations({ data: { camp, registrations } }: { data: CampRegistrations }) {
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<string>()
  const [deleting, setDeleting] = useState<StaffCampRegistration>()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<RegistrationStatus | ''>('')
  const payment = useRegistrationPayment()
  const shown = shownRegistrations(registrations, { search, status })
  const everyone = {
    about: 'camp',
    aboutId: camp.id,
    title: camp.name,
    count: registrations.filter((each) => each.status !== 'canceled').length,
  } as const
  return (
    <>
      <Summary camp={camp} registrations={registrations} />
      <Row align="stretch" className={classes.actions}>
        <Button
          color="stitch.6"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add Manual Registration
        </Button>
        <SendReminderButton {...everyone} />
        <MessageEveryoneButton {...everyone} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to="/admin/rosters/$kind/$id" params={{ kind: 'camp', id: camp.id }} />
          )}
        >
          Print Roster
        </Button>
        <ExportButton file={`/api/admin/rosters/camp/${camp.id}/roster.csv`} query={{}} what="the roster" />
      </Row>
      {registrations.length >= WORTH_SEARCHING && (
        <search className={classes.filters}>
          <TextInput
            type="search"
            aria-label="Search registrations"
            placeholder="Name, email or phone"
            autoComplete="off"
            maxLength={100}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <NativeSelect
            aria-label="Status"
            size="md"
            value={status}
            onChange={({ currentTarget }) => setStatus(currentTarget.value as RegistrationStatus | '')}
            data={[
              { value: '', label: 'All statuses' },
              ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
            ]}
          />
        </search>
      )}
      {shown.length > 0 ? (
        <List className={classes.list} aria-label="Registrations">
          {shown.map((registration) => (
            <RegistrationRow
              key={registration.id}
              registration={registration}
              camp={camp}
              onEdit={() => setEditing(registration.id)}
              onDelete={() => setDeleting(registration)}
              onPayment={() => payment.open(registration.id)}
            />
          ))}
        </List>
      ) : registrations.length > 0 ? (
        <p role="status" className={classes.empty}>
          No registrations match. Try another name, or show all statuses.
        </p>
      ) : (
        <div className={classes.empty}>
          <p className={classes.emptyTitle}>No registrations yet</p>
          <p>Registrations on the site show here at once. You can also add one by hand.</p>
        </div>
      )}
      <AddRegistrationDialog opened={adding} camp={camp} onClose={() => setAdding(false)} />
      <EditRegistrationDialog
        registration={registrations.find(({ id }) => id === editing)}
        onClose={() => setEditing(undefined)}
      />
      <DeleteRegistrationDialog registration={deleting} onClose={() => setDeleting(undefined)} />
      {payment.dialogs}
    </>
  )
}

function Summary({ camp, registrations }: CampRegistrations) {
  const { paid, onArrival, canceled, owed } = summaryOf(registrations)
  return (
    <p className={classes.summary}>
      <span>
        {campDates(camp)} · {agesText(camp)} · {formatAmount(camp.price)}
        {!camp.published && ' · Draft'}
      </span>
      <span>
        <strong>
          {paid + onArrival} of {camp.max_spots}
        </strong>{' '}
        spots taken, {camp.spots_left} left
      </span>
      <span>
        {paid} paid · {onArrival} pay on arrival{canceled > 0 && ` · ${canceled} canceled`}
      </span>
      {owed > 0 && <span className={classes.owed}>{formatAmount(owed)} owed</span>}
    </p>
  )
}

interface LoadProblemProps {
  text: string
  onRetry: () => void
  onClose: () => void
}

/** Why there is nothing to show, in the words of spec 3 §8. */
export const LoadProblem = ({ text, onRetry, onClose }: LoadProblemProps) => (
  <div role="alert">
    <h3>Oops! Something went wrong</h3>
    <p className={dialogContent.text}>{text}</p>
    <div className={dialogContent.buttons}>
      <Button color="stitch.6" onClick={onRetry}>
        Try Again
      </Button>
      <Button variant="default" onClick={onClose}>
        Got it
      </Button>
    </div>
  </div>
)
