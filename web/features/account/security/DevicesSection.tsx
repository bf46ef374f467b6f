import { Button } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconQuestionMark,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Device } from '../../../../shared/contract/accounts/devices.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { dayInText } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { Text } from '../../../ui/layout.tsx'
import devicesClasses from './Devices.module.css'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'
import { type Leaving, SignOutDialog } from './SignOutDialog.tsx'

/** Where the account is signed in, and signing out there. */
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
      <Text breaks>Where you’re logged in. Don’t recognize one? Log it out and change your password.</Text>
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
            Log Out All Other Devices
          </Button>
        </div>
      )}
      <SignOutDialog leaving={leaving} onDone={done} onClose={() => setLeaving(undefined)} />
    </SecurityCard>
  )
}

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconQuestionMark,
}

interface DeviceRowProps {
  device: Device
  zone: string
  onSignOut: () => void
}

/** A browser in which the account is signed in. */
function DeviceRow({ device, zone, onSignOut }: DeviceRowProps) {
  const [now] = useState(() => new Date())
  const Glyph = icons[device.kind]
  return (
    <li className={devicesClasses.device}>
      <Glyph size={28} stroke={1.5} className={devicesClasses.glyph} aria-hidden />
      <div className={devicesClasses.facts}>
        <Text strong breaks>
          {device.name} {device.current && <span className={devicesClasses.current}>This device</span>}
        </Text>
        <Text tone="dim" size="sm">
          {device.current ? 'Active now' : lastUsedText(device.last_used_at, now)}
          {device.network && ` · from ${device.network}`}
        </Text>
        <Text tone="dim" size="sm">
          Logged in since {dayInText(facilityDay(device.signed_in_at, zone), facilityDay(now, zone))}
        </Text>
      </div>
      {!device.current && (
        <Button
          variant="default"
          className={devicesClasses.out ?? ''}
          onClick={onSignOut}
          aria-label={`Log out ${device.name}`}
        >
          Log Out
        </Button>
      )}
    </li>
  )
}

const MINUTE = 60_000
const units = [
  { unit: 'day', milliseconds: 24 * 60 * MINUTE },
  { unit: 'hour', milliseconds: 60 * MINUTE },
  { unit: 'minute', milliseconds: MINUTE },
] as const

/** How long ago a device was last used. The server notes it to within five minutes. */
export function lastUsedText(instant: string, now: Date): string {
  const ago = Math.max(0, now.getTime() - Date.parse(instant))
  if (ago < 6 * MINUTE) return 'Used in the last few minutes'
  const found = units.find(({ milliseconds }) => ago >= milliseconds)
  const { unit, milliseconds } = found ?? { unit: 'minute', milliseconds: MINUTE }
  const count = Math.floor(ago / milliseconds)
  return `Last used ${count} ${unit}${count === 1 ? '' : 's'} ago`
}
