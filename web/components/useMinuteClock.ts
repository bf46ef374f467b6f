import { useEffect, useState } from 'react'
import { minuteMs } from '../../shared/domain/time/time.ts'
import { isSameMinute, useNow } from '../ui/firstRender.ts'

/** The present moment, renewed at every full minute and when the tab is looked at again: slots become Past by it. */
export function useMinuteClock(): Date {
  const opened = useNow()
  const [now, setNow] = useState(opened)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const present = new Date()
      setNow((shown) => (isSameMinute(shown, present) ? shown : present))
      timer = setTimeout(tick, minuteMs - (present.getTime() % minuteMs))
    }
    const onVisible = () => document.visibilityState === 'visible' && tick()
    tick()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  return now
}
