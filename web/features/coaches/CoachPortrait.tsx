import { useState } from 'react'
import type { Coach } from '../../../shared/contract/lessons/coaches.ts'
import { squareWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { UploadedPicture } from '../../components/UploadedPicture.tsx'
import classes from './CoachPortrait.module.css'

interface CoachPortraitProps {
  coach: Pick<Coach, 'name' | 'profile_image_url'>
  className?: string | undefined
  /** How wide it is shown, as for an `<img>`. */
  sizes: string
}

/** A coach's photo; without one, or when it does not load, the initials on the net of a cage (spec 1 §2.5). */
export function CoachPortrait({ coach, className, sizes }: CoachPortraitProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const photo = coach.profile_image_url
  return (
    <span className={`${classes.portrait} ${className ?? ''}`}>
      {photo && photo !== broken ? (
        <UploadedPicture
          url={photo}
          widths={squareWidths}
          sizes={sizes}
          alt={`Portrait of ${coach.name}`}
          width={480}
          height={480}
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

/** The letters of a generated avatar: first and last name's, 'MD' for Marcus Delgado; one name gives one letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word = '') => [...word][0]?.toLocaleUpperCase('en-US') ?? '').join('')
}

/** What a coach teaches, in one line (spec 1 §2.5). */
export function specialtiesOf({ specialties }: Pick<Coach, 'specialties'>): string {
  return specialties.length > 0 ? specialties.join(', ') : 'Not specified'
}
