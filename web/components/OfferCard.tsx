import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import wholeCard from '../ui/wholeCard.module.css'
import classes from './OfferCard.module.css'

interface OfferCardProps {
  name: string
  page: LinkProps
  /** The text of the link to the page. */
  label: string
  /** Dims the picture and the link: it cannot be registered for. */
  closed?: boolean
  children: ReactNode
}

/** A camp or class in its list; the whole card leads to its page (spec 2 §2). */
export function OfferCard({ name, page, label, closed = false, children }: OfferCardProps) {
  return (
    <li className={classes.card} data-closed={closed || undefined}>
      {children}
      <Link {...page} className={`${wholeCard.link} ${classes.link}`} aria-label={`${label}: ${name}`}>
        {label}
        <IconArrowRight size={20} aria-hidden />
      </Link>
    </li>
  )
}
