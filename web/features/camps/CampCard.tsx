import { IconArrowRight, IconCalendar, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Camp } from '../../../shared/contract/camps.ts'
import { campDates } from '../../../shared/domain/camps.ts'
import wholeCard from '../../ui/wholeCard.module.css'
import classes from './CampCard.module.css'
import { CampPicture } from './CampPicture.tsx'
import { campPrice } from './campPrice.ts'
import { SpotsLeft } from './SpotsLeft.tsx'

interface CampCardProps {
  camp: Camp
  /** One below the heading that the list stands under. */
  heading: 'h2' | 'h3'
}

/** One camp of the list; the whole card leads to the camp's page (spec 2 §2). */
export function CampCard({ camp, heading: Heading }: CampCardProps) {
  const label = camp.registration_open ? 'View Details & Register' : 'Registration Closed'
  return (
    <li className={classes.card} data-closed={!camp.registration_open || undefined}>
      <div className={classes.top}>
        <CampPicture camp={camp} sizes="(width >= 62em) 25rem, (width >= 40em) 50vw, 100vw" />
        <span className={classes.price}>{campPrice(camp.price)}</span>
      </div>
      <div className={classes.words}>
        <Heading className={classes.name}>{camp.name}</Heading>
        <ul className={classes.facts}>
          <li>
            <IconCalendar size={20} aria-hidden />
            {campDates(camp)}
          </li>
          <li>
            <IconUsers size={20} aria-hidden />
            {camp.age_group}
          </li>
          {camp.registration_open && (
            <li>
              <SpotsLeft spots={camp.spots_left} />
            </li>
          )}
          {camp.registration_state === 'full' && <li className={classes.full}>Camp Full</li>}
        </ul>
        <p className={classes.description}>{camp.description?.trim() || 'No description available'}</p>
        <Link
          to="/camps/$campId"
          params={{ campId: camp.id }}
          className={`${wholeCard.link} ${classes.link}`}
          aria-label={`${label}: ${camp.name}`}
        >
          {label}
          <IconArrowRight size={20} aria-hidden />
        </Link>
      </div>
    </li>
  )
}
