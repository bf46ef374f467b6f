import { useState } from 'react'
import type { Coach } from '../../../shared/contract/coaches.ts'
import classes from './CoachPortrait.module.css'
import { initialsOf } from './initials.ts'

interface CoachPortraitProps {
  coach: Pick<Coach, 'name' | 'profile_image_url'>
  className?: string | undefined
}

/** A coach's photo; without one, or when it does not load, the initials on the net of a cage (spec 1 §2.5). */
export function CoachPortrait({ coach, className }: CoachPortraitProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const photo = coach.profile_image_url
  return (
    <span className={`${classes.portrait} ${className ?? ''}`}>
      {photo && photo !== broken ? (
        <img
          src={photo}
          alt={`Portrait of ${coach.name}`}
          width={480}
          height={480}
          decoding="async"
          onError={() => setBroken(photo)}
        />
      ) : (
        <svg viewBox="0 0 100 100" className={classes.initials} aria-hidden>
          <text x="50" y="66" textAnchor="middle">
            {initialsOf(coach.name)}
          </text>
        </svg>
      )}
    </span>
  )
}
