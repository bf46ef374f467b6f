import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './CardList.module.css'
import { Grid, Panel, Text } from './layout.tsx'

/** The part of a page below its banner that lists cards, or says why there are none. */
export const CardListContent = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={`${classes.content} ${className ?? ''}`}>{children}</div>
)

/** Cards side by side, as many as fit. */
export const CardList = ({ children }: { children: ReactNode }) => (
  <Grid as="ul" className={classes.list}>
    {children}
  </Grid>
)

/** Nothing to list, and a link to what one can do instead. */
export const NoCards = ({ message, children }: { message: string; children: ReactNode }) => (
  <Panel className={classes.empty}>
    <Text strong below="md">
      {message}
    </Text>
    {children}
  </Panel>
)

/** The list could not be loaded. */
export function CardListProblem(props: { message: string; reason?: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.problem}>
      <Text strong below="md">
        {props.message}
      </Text>
      {props.reason && <p>{props.reason}</p>}
      <Button color="stitch.6" onClick={props.onRetry}>
        Try Again
      </Button>
    </div>
  )
}

const places = ['first', 'second', 'third', 'fourth']

/** As many empty cards as the list will probably have, of the height that `skeleton`, a class, gives them. */
export function PendingCards(props: { label: string; count: number; skeleton: string | undefined }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden component="output">{props.label}</VisuallyHidden>
      <Grid className={classes.list} aria-hidden>
        {places.slice(0, props.count).map((place) => (
          <Skeleton key={place} radius="lg" className={props.skeleton ?? ''} />
        ))}
      </Grid>
    </div>
  )
}
