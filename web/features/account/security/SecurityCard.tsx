import { Button, Skeleton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Grid, Heading, Panel, Row, Text } from '../../../ui/layout.tsx'
import classes from './Security.module.css'

interface SecurityCardProps {
  icon: Icon
  title: string
  /** As wide as the page where there is room for two. */
  wide?: boolean
  /** What cannot be undone stands apart. */
  grave?: boolean
  children: ReactNode
}

/** One matter of the account: what it is about, how it stands, what can be done. */
export function SecurityCard({
  icon: Glyph,
  title,
  wide = false,
  grave = false,
  children,
}: SecurityCardProps) {
  const heading = useId()
  return (
    <Panel
      padded
      gap="sm"
      className={classes.card}
      aria-labelledby={heading}
      data-wide={wide || undefined}
      data-grave={grave || undefined}
    >
      <Row gap="sm" nowrap>
        <span className={classes.icon} aria-hidden>
          <Glyph size={24} stroke={1.75} />
        </span>
        <Heading as="h4" size="xl" id={heading}>
          {title}
        </Heading>
      </Row>
      {children}
    </Panel>
  )
}

/** While it is not known how things stand. */
export const CardPending = () => <Skeleton height="4rem" aria-busy="true" />

/** It could not be found out how things stand. */
export function CardProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Grid gap="sm" role="alert" className={classes.problem}>
      <Text breaks>{error.message}</Text>
      <Button variant="default" onClick={onRetry}>
        Try Again
      </Button>
    </Grid>
  )
}
