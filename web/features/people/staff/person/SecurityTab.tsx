import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '../../../../../shared/contract/accounts/devices.ts'
import { call } from '../../../../api/call.ts'
import { personSessionsQuery, refreshPerson } from '../../../../api/queries/person.ts'
import { useSession } from '../../../../api/session.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { wholeList } from '../../../../ui/staff/listState.ts'
import { toast } from '../../../../ui/toast.ts'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

/** Where the account is signed in, and signing it out: for someone who has lost a phone. */
export function SecurityTab({ person, zone }: PersonTabProps) {
  const list = wholeList(useQuery(personSessionsQuery(person.id)))
  const session = useSession()
  const isAdmin = session.status === 'signed-in' && session.profile.role === 'admin'
  const mayEnd = isAdmin || person.role === 'user'
  const [leaving, setLeaving] = useState<Device | 'all'>()
  const end = useAttempt({
    send: async (which: string) => {
      if (which === 'all') {
        await call('POST /api/admin/people/:user_id/sessions/end', { user_id: person.id })
        return
      }
      const param = { user_id: person.id, session_id: which }
      await call('POST /api/admin/people/:user_id/sessions/:session_id/end', param)
    },
    refresh: refreshPerson(person.id),
  })
  const close = () => {
    end.forgetError()
    setLeaving(undefined)
  }
  async function confirm(which: Device | 'all') {
    const outcome = await end.attempt(which === 'all' ? 'all' : which.id)
    if (!outcome || 'error' in outcome) return
    toast.success(which === 'all' ? 'Signed out everywhere.' : `${which.name} is signed out.`)
    close()
  }
  const others = list.rows?.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Devices"
      action={
        mayEnd &&
        others > 1 && (
          <Button variant="default" onClick={() => setLeaving('all')}>
            Sign Out Everywhere
          </Button>
        )
      }
    >
      <PagedRecords
        label="Devices"
        list={list}
        keyOf={({ id }) => id}
        empty={<p>{person.can_sign_in ? 'No active sessions.' : 'No one can log in with this record.'}</p>}
      >
        {(device) => (
          <>
            <RecordName name={device.name}>
              Last used {whenText(device.last_used_at, zone)}
              {device.network && ` from ${device.network}`} · signed in {whenText(device.signed_in_at, zone)}
            </RecordName>
            {device.current ? (
              <span className={classes.end}>This device</span>
            ) : (
              mayEnd && (
                <Button
                  variant="default"
                  aria-label={`Sign out ${device.name}`}
                  onClick={() => setLeaving(device)}
                >
                  Sign Out
                </Button>
              )
            )}
          </>
        )}
      </PagedRecords>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={leaving === 'all' ? 'Sign Out Everywhere' : 'Sign Out Device'}
        text={`${leaving === 'all' ? 'Every device' : leaving?.name} is logged out of the account of ${person.full_name} at once. The password stays as it is.`}
        label="Sign Out"
        isPending={end.isPending}
        onConfirm={() => leaving && void confirm(leaving)}
        onClose={close}
      >
        <AttemptError error={end.error} button="Sign Out" />
      </ConfirmDialog>
    </Card>
  )
}
