import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './PhoneDay.module.css'
import type { SessionLength } from './sessionLengths.ts'

/** A few ways to show the day, all of them in sight. */
export const Switch = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={classes.switch}>
    {children}
  </nav>
)

interface SwitchLinkProps {
  isCurrent: boolean
  search: { view: 'cages' | 'times' } | { length: SessionLength }
  label?: string
  onPress?: () => void
  children: ReactNode
}

/** One of them. It is in the address, so that a reload and a step back show the same. */
export const SwitchLink = ({ isCurrent, search, label, onPress, children }: SwitchLinkProps) => (
  <Link
    from="/book-cage"
    to="/book-cage"
    search={({ date }) => ({ date, ...search })}
    replace
    resetScroll={false}
    className={classes.option}
    aria-label={label}
    // By itself a link is current also where the address says more than it does.
    activeOptions={{ exact: true, includeSearch: true }}
    aria-current={isCurrent ? 'page' : undefined}
    {...(onPress && { onClick: onPress })}
  >
    {children}
  </Link>
)
