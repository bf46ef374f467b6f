import { Button, Skeleton } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import {
  type InvitedProfile,
  type OpenProfileInvitation,
  PROFILE_INVITATION_DAYS,
} from '../../../shared/contract/people/profileInvitations.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { read } from '../../api/read.ts'
import { touches } from '../../api/touches.ts'
import { useCall } from '../../api/useAttempt.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Actions, Grid, Text } from '../../ui/layout.tsx'
import { Note } from '../../ui/Note.tsx'
import { ErrorAlert } from '../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../ui/toast.ts'
import { QrCode } from '../QrCode.tsx'
import { AttemptError } from './AttemptError.tsx'
import classes from './InvitationLinkDialog.module.css'

interface InvitationLinkDialogProps {
  profile: InvitedProfile
  name: string
  onClose: () => void
}

/**
 * A link with which a person takes over the profile that staff entered: to copy, to scan, to print. It is shown when it is
 * made and never again.
 */
export default function InvitationLinkDialog({ profile, name, onClose }: InvitationLinkDialogProps) {
  const present = useQuery({ ...read('GET /api/admin/profile-invitations', profile), staleTime: 0 })
  const [link, setLink] = useState<OpenProfileInvitation & { url: string }>()
  const making = useCall('POST /api/admin/profile-invitations', { touches: touches.invitations })
  const revoking = useCall('DELETE /api/admin/profile-invitations/:id', { touches: touches.invitations })

  async function make() {
    revoking.forgetError()
    const outcome = await making.attempt(profile)
    if (outcome && 'answer' in outcome) setLink(outcome.answer)
  }
  async function revoke(id: string) {
    making.forgetError()
    const outcome = await revoking.attempt({ id })
    if (outcome && 'answer' in outcome) setLink(undefined)
  }

  const open = link ?? present.data
  const busy = making.isPending || revoking.isPending
  return (
    <Dialog opened onClose={onClose} title={`Invite ${name}`}>
      <Text below="lg">
        {profile.kind === 'coach'
          ? 'The link makes whoever opens it this coach: they sign up or log in, then see their lessons and set their hours.'
          : 'Whoever opens the link signs up or logs in, and gets the bookings, payments and family entered here.'}{' '}
        It works once, for {PROFILE_INVITATION_DAYS} days.
      </Text>
      {present.error && !present.data && (
        <ErrorAlert error={present.error} onRetry={() => void present.refetch()} />
      )}
      {present.isPending && <Skeleton height="6rem" />}
      {link && (
        <>
          <Sheet link={link} profile={profile} name={name} />
          {createPortal(
            <div className={classes.paper}>
              <Sheet link={link} profile={profile} name={name} />
            </div>,
            document.body,
          )}
        </>
      )}
      {!link && open && <Waiting invitation={open} />}
      <AttemptError error={making.error} button="Make Link" />
      <AttemptError error={revoking.error} button="Revoke Link" />
      {present.data !== undefined && (
        <Actions>
          {link ? (
            <ShareButtons url={link.url} />
          ) : (
            <Button color="stitch.6" loading={making.isPending} disabled={busy} onClick={() => void make()}>
              {open ? 'Make New Link' : 'Make Link'}
            </Button>
          )}
          {open && (
            <Button
              variant="default"
              loading={revoking.isPending}
              disabled={busy}
              onClick={() => void revoke(open.id)}
            >
              Revoke Link
            </Button>
          )}
        </Actions>
      )}
    </Dialog>
  )
}

/** An instant as its day at the facility. */
function useDay(): (instant: string) => string {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  return (instant) => formatDay(facilityDay(new Date(instant), zone))
}

/** A link that was made before: its secret is not kept anywhere. */
function Waiting({ invitation }: { invitation: OpenProfileInvitation }) {
  const dayOf = useDay()
  const by = invitation.created_by_name ? ` by ${invitation.created_by_name}` : ''
  return (
    <Note info>
      A link was made on {dayOf(invitation.created_at)}
      {by} and works until {dayOf(invitation.expires_at)}. It can’t be shown again. A new link replaces it.
    </Note>
  )
}

interface SheetProps extends Pick<InvitationLinkDialogProps, 'profile' | 'name'> {
  link: OpenProfileInvitation & { url: string }
}

/** What is handed over on paper. */
function Sheet({ link, profile, name }: SheetProps) {
  const dayOf = useDay()
  const facility = useQuery(facilityQuery).data?.name || 'Dugout'
  return (
    <Grid as="section" gap="sm" className={classes.sheet} aria-label="Invitation">
      <p className={classes.facility}>{facility}</p>
      <p>
        {name}, scan this code to {profile.kind === 'coach' ? 'open your coach profile' : 'see your bookings'}
        .
      </p>
      <QrCode text={link.url} label="The link as a QR code" className={classes.qr} />
      <Text size="sm" breaks className={classes.url}>
        {link.url}
      </Text>
      <p>Works once, until {dayOf(link.expires_at)}. Keep it to yourself.</p>
    </Grid>
  )
}

/** To send a link on. */
export const CopyLinkButton = ({ url }: { url: string }) => (
  <Button
    color="stitch.6"
    leftSection={<IconCopy size={20} aria-hidden />}
    onClick={() =>
      void navigator.clipboard.writeText(url).then(
        () => toast.success('Copied the link.'),
        () => toast.error('The link could not be copied. Select it and copy it.'),
      )
    }
  >
    Copy Link
  </Button>
)

const ShareButtons = ({ url }: { url: string }) => (
  <>
    <CopyLinkButton url={url} />
    <Button
      variant="default"
      leftSection={<IconPrinter size={20} aria-hidden />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  </>
)
