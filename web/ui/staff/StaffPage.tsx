import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Heading, Panel, Row, Stack } from '../layout.tsx'
import classes from './StaffPage.module.css'

interface StaffPageProps {
  title: string
  /** Loads again what the page shows. */
  refresh: { onRefresh: () => void; isFetching: boolean }
  /** The page's main action, beside Refresh. */
  action?: ReactNode
  /** Its lists use the width of a large screen. */
  wide?: boolean
  children: ReactNode
}

/** A page of the back office: its name, Refresh and the main action above what it is about. */
export const StaffPage = ({ title, refresh, action, wide, children }: StaffPageProps) => (
  <Stack className={classes.page} data-wide={wide || undefined}>
    <Row gap={8} apart>
      <Heading as="h1" size="xl" breaks className={classes.title}>
        {title}
      </Heading>
      <Row gap={8} align="stretch" className={classes.actions}>
        <Button
          variant="default"
          classNames={{
            root: classes.refreshButton,
            label: classes.refreshLabel,
            section: classes.refreshIcon,
          }}
          leftSection={<IconRefresh size={20} aria-hidden className={classes.refresh} />}
          data-fetching={refresh.isFetching || undefined}
          onClick={refresh.onRefresh}
        >
          Refresh
        </Button>
        {action}
      </Row>
    </Row>
    {children}
  </Stack>
)

interface EmptyListProps {
  title: string
  text: string
  /** The next step. */
  children?: ReactNode
}

/** A list with nothing in it: why, and what to do. */
export const EmptyList = ({ title, text, children }: EmptyListProps) => (
  <Panel className={classes.empty}>
    <h2 className={classes.emptyTitle}>{title}</h2>
    <p>{text}</p>
    {children}
  </Panel>
)
