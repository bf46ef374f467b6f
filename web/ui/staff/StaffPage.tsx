import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './StaffPage.module.css'

interface StaffPageProps {
  title: string
  /** Loads again what the page shows. */
  refresh: { onRefresh: () => void; isFetching: boolean }
  /** The page's main action, beside Refresh. */
  action?: ReactNode
  children: ReactNode
}

/** A page of the back office: its name, Refresh and the main action above what it is about. */
export const StaffPage = ({ title, refresh, action, children }: StaffPageProps) => (
  <div className={classes.page}>
    <div className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.actions}>
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
      </div>
    </div>
    {children}
  </div>
)

interface EmptyListProps {
  title: string
  text: string
  /** The next step. */
  children?: ReactNode
}

/** A list with nothing in it: why, and what to do. */
export const EmptyList = ({ title, text, children }: EmptyListProps) => (
  <section className={classes.empty}>
    <h2 className={classes.emptyTitle}>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
)
