import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { DeviceRow } from './DeviceRow.tsx'
import devicesClasses from './Devices.module.css'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityParts.tsx'
import { type Leaving, SignOutDialog } from './SignOutDialog.tsx'

/** Where the account is signed in, and the way to end it there. */
export function DevicesSection() {
  const devices = useQuery(devicesQuery)
  const facility = useQuery(facilityQuery)
  const zone = facility.data?.time_zone
  const [leaving, setLeaving] = useState<Leaving>()
  const list = useRef<HTMLUListElement>(null)
  const others = devices.data?.filter(({ current }) => !current).length ?? 0
  const signedOut = useRef(false)
  const done = () => {
    signedOut.current = true
    setLeaving(undefined)
  }
  useEffect(() => {
    if (!signedOut.current || !devices.data) return
    signedOut.current = false
    // The pressed button has been removed with its device, so the focus must move.
    if (document.activeElement === document.body) list.current?.focus()
  }, [devices.data])
  return (
    <SecurityCard icon={IconDevices} title="Devices" wide>
      <p className={classes.line}>
        Where you are signed in. You do not know one of them? Sign it out and change your password.
      </p>
      {devices.isPending && <CardPending />}
      {devices.error && !devices.data && (
        <CardProblem error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data && !zone && facility.error && (
        <CardProblem error={facility.error} onRetry={() => void facility.refetch()} />
      )}
      {devices.data && zone && (
        <ul ref={list} tabIndex={-1} aria-label="Signed-in devices" className={devicesClasses.list}>
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} zone={zone} onSignOut={() => setLeaving(device)} />
          ))}
        </ul>
      )}
      {others > 1 && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setLeaving('others')}>
            Sign out all other devices
          </Button>
        </div>
      )}
      <SignOutDialog leaving={leaving} onDone={done} onClose={() => setLeaving(undefined)} />
    </SecurityCard>
  )
}
