import type { ReactNode } from 'react'
import classes from './CardLink.module.css'

interface CardLinkProps {
  href: string
  /** Whole name for a screen reader, where several cards have the same link; begins with what is seen. */
  label: string
  newTab?: boolean
  children: ReactNode
}

/** A link at the foot of a card, as large as a thumb. */
export function CardLink({ href, label, newTab = false, children }: CardLinkProps) {
  const away = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} className={classes.link} aria-label={label} {...away}>
      {children}
    </a>
  )
}
