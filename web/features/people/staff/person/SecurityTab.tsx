import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '../../../../../shared/contract/accounts/devices.ts'
import { read } from '../../../../api/read.ts'
import { touches } from '../../../../api/touches.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import { useIsAdmin } from '../../../../components/staff/useIsAdmin.ts'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Row } from '../../../../ui/layout.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import { wholeList } from '../../../../ui/staff/listState.ts'
import { toast } from '../../../../ui/toast.ts'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

/** Where the account is signed in, and signing it out: for someone who has lost a phone. */
export function SecurityTab({ person, zone }: PersonTabProps) {
  const of = { user_id: person.id }
  const list = wholeList(useQuery({ ...read('GET /api/admin/people/:user_id/sessions', of), staleTime: 0 }))
  const isAdmin = useIsAdmin()
  const mayEnd = isAdmin || person.role === 'user'
  const [leaving, setLeaving] = useState<Device | 'all'>()
  const others = list.rows?.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Devices"
      action={
        mayEnd &&
        others > 1 && (
          <Button variant="default" onClick={() => setLeaving('all')}>
            Log Out Everywhere
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
              {device.network && ` from ${device.network}`} · logged in {whenText(device.signed_in_at, zone)}
            </RecordName>
            {device.current ? (
              <Row as="span" className={classes.end}>
                This device
              </Row>
            ) : (
              mayEnd && (
                <Button
                  variant="default"
                  aria-label={`Log out ${device.name}`}
                  onClick={() => setLeaving(device)}
                >
                  Log Out
                </Button>
              )
            )}
          </>
        )}
      </PagedRecords>
      <ConfirmAction
        of={leaving}
        onClose={() => setLeaving(undefined)}
        asks={(which) => ({
          title: which === 'all' ? 'Log Out Everywhere' : 'Log Out Device',
          text: `${which === 'all' ? 'Every device' : which.name} is logged out of the account of ${person.full_name} at once. The password stays as it is.`,
          label: 'Log Out',
        })}
        send={(which, once): Promise<unknown> =>
          which === 'all'
            ? once('POST /api/admin/people/:user_id/sessions/end', of)
            : once('POST /api/admin/people/:user_id/sessions/:session_id/end', {
                ...of,
                session_id: which.id,
              })
        }
        touches={touches.person(person.id)}
        onDone={(_, which) =>
          toast.success(which === 'all' ? 'Logged out everywhere.' : `${which.name} is logged out.`)
        }
      />
    </Card>
  )
}
