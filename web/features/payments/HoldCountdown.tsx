import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './CardCheckout.module.css'

/** How long the place is still held; calls `onEnd` once, when it is not. Spoken only as it begins and near the end. */
export function HoldCountdown({ until, onEnd }: { until: number; onEnd: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(until))

  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  const over = left === 0
  useEffect(() => {
    if (over) onEnd()
  }, [over, onEnd])

  const minutes = Math.ceil(left / 60)
  return (
    <p className={classes.hold} data-short={left <= 120}>
      <IconClock size={20} aria-hidden />
      <span>
        Held for you for <span className={classes.clock}>{formatClock(left)}</span>
      </span>
      <span role="status" className={classes.spoken}>
        {left <= 120 ? `The place is held for ${minutes === 1 ? 'one more minute' : '2 more minutes'}.` : ''}
      </span>
    </p>
  )
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1_000))

const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
