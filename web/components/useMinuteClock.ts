import { useEffect, useState } from 'react'
import { minuteMs } from '../../shared/domain/time.ts'

/** The present moment, renewed at every full minute and when the tab is looked at again: slots become Past by it. */
export function useMinuteClock(): Date {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const present = new Date()
      setNow(present)
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
