import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from './PagePending.module.css'

/** The shape of a page while it is on its way. */
export function PagePending() {
  return (
    <div className={classes.page} aria-busy="true">
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      <Skeleton height={48} width="60%" mb="lg" />
      <Skeleton height={20} mb="sm" />
      <Skeleton height={20} width="80%" mb="xl" />
      <Skeleton height={240} />
    </div>
  )
}
