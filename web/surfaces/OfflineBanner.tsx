import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './OfflineBanner.module.css'

/** Says that there is no connection for as long as that lasts. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className={classes.banner}>
          <IconWifiOff size={20} aria-hidden />
          You are offline. What you see may be out of date, and booking has to wait.
        </p>
      )}
    </div>
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
