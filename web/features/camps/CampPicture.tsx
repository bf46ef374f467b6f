import { useState } from 'react'
import type { Camp } from '../../../shared/contract/programs/camps.ts'
import { wideWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { UploadedPicture } from '../../components/UploadedPicture.tsx'
import classes from './CampPicture.module.css'

/** The site's own picture for a camp without a banner, by what the camp is about; see web/public/pictures. */
const drawings: Record<Camp['focus'], number> = { 'all-around': 4, hitting: 5, fielding: 3, pitching: 2 }

interface CampPictureProps {
  camp: Pick<Camp, 'name' | 'focus' | 'banner_url'>
  /** How wide it is shown, for the browser's choice among sizes. */
  sizes: string
  className?: string | undefined
}

/** A camp's banner; a drawing if it has none or if it does not load (spec 2 §2). */
export function CampPicture({ camp, sizes, className }: CampPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const banner = camp.banner_url
  const drawing = `/pictures/hero-${drawings[camp.focus]}`
  return (
    <span className={`${classes.picture} ${className ?? ''}`}>
      {banner && banner !== broken ? (
        <UploadedPicture
          url={banner}
          widths={wideWidths}
          sizes={sizes}
          alt={`Banner of ${camp.name}`}
          onError={() => setBroken(banner)}
        />
      ) : (
        <picture>
          <source
            type="image/avif"
            srcSet={`${drawing}-800.avif 800w, ${drawing}.avif 1600w`}
            sizes={sizes}
          />
          <img
            src={`${drawing}-800.webp`}
            srcSet={`${drawing}-800.webp 800w, ${drawing}.webp 1600w`}
            sizes={sizes}
            alt=""
            decoding="async"
          />
        </picture>
      )}
    </span>
  )
}
