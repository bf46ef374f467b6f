import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Gives up what is unpaid when the page is left or closed with the dialog open. */
export function useAbandoned(isUnpaid: boolean, giveUp: () => void): void {
  const shown = useRef(false)
  const abandon = useEffectEvent(() => {
    if (isUnpaid && !shown.current) giveUp()
  })
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      // Strict mode takes a component away and puts it back at once.
      setTimeout(() => abandon())
    }
  }, [])
  useWindowEvent('pagehide', () => {
    if (isUnpaid) giveUp()
  })
}
