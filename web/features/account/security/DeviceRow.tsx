import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconQuestionMark } from '@tabler/icons-react'
import { useState } from 'react'
import type { Device } from '../../../../shared/contract/devices.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay } from '../../../../shared/domain/timeFormat.ts'
import classes from './Devices.module.css'
import { lastUsedText } from './lastUsed.ts'

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

/** One browser that is signed in. */
export function DeviceRow({ device, zone, onSignOut }: DeviceRowProps) {
  const [now] = useState(() => new Date())
  const Glyph = icons[device.kind]
  return (
    <li className={classes.device}>
      <Glyph size={28} stroke={1.5} className={classes.glyph} aria-hidden />
      <div className={classes.facts}>
        <p className={classes.name}>
          {device.name} {device.current && <span className={classes.current}>This device</span>}
        </p>
        <p className={classes.detail}>
          {device.current ? 'Active now' : lastUsedText(device.last_used_at, now)}
          {device.network && ` · from ${device.network}`}
        </p>
        <p className={classes.detail}>
          Signed in since {formatDay(facilityDay(device.signed_in_at, zone), 'short')}
        </p>
      </div>
      {!device.current && (
        <Button
          variant="default"
          className={classes.out ?? ''}
          onClick={onSignOut}
          aria-label={`Sign out ${device.name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
