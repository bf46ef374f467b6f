import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Panel } from '../ui/layout.tsx'
import wholeCard from '../ui/wholeCard.module.css'
import classes from './OfferCard.module.css'

interface OfferLinkProps {
  /** What the card is about; a screen reader hears it after the label. */
  name: string
  page: LinkProps
  label: string
}

interface OfferCardProps extends OfferLinkProps {
  /** Dims the picture and the link: it cannot be registered for. */
  closed?: boolean
  children: ReactNode
}

/** A camp or class in its list; the whole card leads to its page (spec 2 §2). */
export function OfferCard({ closed = false, children, ...link }: OfferCardProps) {
  return (
    <Panel as="li" className={classes.card} data-closed={closed || undefined}>
      {children}
      <OfferLink {...link} className={classes.link} />
    </Panel>
  )
}

/** The link of a card to the page of what it offers; pressing anywhere on the card follows it. */
export function OfferLink({
  name,
  page,
  label,
  className,
}: OfferLinkProps & { className?: string | undefined }) {
  return (
    <Link {...page} className={`${wholeCard.link} ${className ?? ''}`} aria-label={`${label}: ${name}`}>
      {label}
      <IconArrowRight size={20} aria-hidden />
    </Link>
  )
}
