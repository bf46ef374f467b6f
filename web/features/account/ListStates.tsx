import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './AccountList.module.css'
import listClasses from './ItemList.module.css'

/** A list on its way; `what` completes 'Loading your …'. */
export function ListPending({ what }: { what: string }) {
  return (
    <div aria-busy="true" className={listClasses.list}>
      <VisuallyHidden component="output">Loading your {what}…</VisuallyHidden>
      {['first', 'second', 'third'].map((row) => (
        <Skeleton key={row} height="7rem" radius="lg" />
      ))}
    </div>
  )
}

/** Where to go from a list that has nothing to show. */
export interface NextStep {
  title: string
  line: string
  to: string
  label: string
}

/** A list without anything coming up, with the next step. */
export function ListEmpty({ title, line, to, label }: NextStep) {
  return (
    <section className={classes.empty}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.line}>{line}</p>
      <Link to={to} className={classes.action}>
        {label}
      </Link>
    </section>
  )
}
