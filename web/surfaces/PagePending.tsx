import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import { Grid } from '../ui/layout.tsx'
import classes from './PagePending.module.css'

/**
 * The outline of a page in `staticData`, for the time until the page is there: a banner over cards, a card in the middle, the
 * page of one thing with what one does beside it, or Book Cage with its days and rows.
 */
export type PageShape = 'cards' | 'form' | 'detail' | 'grid'

const parts = ['first', 'second', 'third', 'fourth']

/** The shape of a page while it is on its way, in the size that the page will have. */
export function PagePending() {
  const shape = useMatch({ strict: false, select: ({ staticData }) => staticData.shape })
  return (
    <div className={classes.page} data-shape={shape} aria-busy="true">
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      <Grid className={classes.parts}>
        {parts.map((part) => (
          <Skeleton key={part} radius="lg" height="auto" />
        ))}
      </Grid>
    </div>
  )
}
