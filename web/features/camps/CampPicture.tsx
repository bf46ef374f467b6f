import { useState } from 'react'
import type { Camp } from '../../../shared/contract/camps.ts'
import classes from './CampPicture.module.css'

/** What stands in for a banner, by what the camp is about: the site's own pictures, see web/public/pictures. */
const drawings: Record<Camp['focus'], number> = { 'all-around': 4, hitting: 5, fielding: 3, pitching: 2 }

interface CampPictureProps {
  camp: Pick<Camp, 'name' | 'focus' | 'banner_url'>
  /** How wide it is shown, for the browser's choice among sizes. */
  sizes: string
  className?: string | undefined
}

/** A camp's banner; without one, or when it does not load, a drawing in its place (spec 2 §2). */
export function CampPicture({ camp, sizes, className }: CampPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const banner = camp.banner_url
  const drawing = `/pictures/hero-${drawings[camp.focus]}`
  return (
    <span className={`${classes.picture} ${className ?? ''}`}>
      {banner && banner !== broken ? (
        <img src={banner} alt={`Banner of ${camp.name}`} decoding="async" onError={() => setBroken(banner)} />
      ) : (
        <img
          src={`${drawing}-800.webp`}
          srcSet={`${drawing}-800.webp 800w, ${drawing}.webp 1600w`}
          sizes={sizes}
          alt=""
          decoding="async"
        />
      )}
    </span>
  )
}
