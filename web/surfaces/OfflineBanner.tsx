import { IconWifiOff } from '@tabler/icons-react'
import { Row } from '../ui/layout.tsx'
import { useOnline } from '../ui/useOnline.ts'
import classes from './OfflineBanner.module.css'

/** Says that there is no connection for as long as that lasts. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <Row as="p" nowrap className={classes.banner}>
          <IconWifiOff size={20} aria-hidden />
          You’re offline. What you see may be out of date, and you can’t book until you’re back online.
        </Row>
      )}
    </div>
  )
}
