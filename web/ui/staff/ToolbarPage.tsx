import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Heading, Row, Stack, Text } from '../layout.tsx'
import classes from './ToolbarPage.module.css'

interface ToolbarPageProps {
  title: string
  /** Loads again what the page shows. */
  refresh: { onRefresh: () => void; isFetching: boolean }
  /** Beside the title: which days are shown. */
  context?: ReactNode
  /** At the end of the toolbar: the search, quiet icons, then the one main action. */
  tools?: ReactNode
  action?: ReactNode
  /** Between toolbar and list, as wide as the page: figures. */
  strip?: ReactNode
  /** The work has the whole room below the toolbar, to its edges. */
  isFilled?: boolean
  children: ReactNode
}

/** A page of the back office that is a list: one toolbar, and below it nothing but the work, as wide as the screen. */
export const ToolbarPage = (props: ToolbarPageProps) => (
  <div className={classes.page}>
    <div className={classes.toolbar}>
      <Heading as="h1" size="xl" breaks className={classes.title}>
        {props.title}
      </Heading>
      {props.context}
      <Row gap={8} className={classes.tools}>
        {props.tools}
        <ActionIcon
          variant="default"
          className={classes.icon ?? ''}
          aria-label="Refresh"
          title="Refresh"
          data-fetching={props.refresh.isFetching || undefined}
          onClick={props.refresh.onRefresh}
        >
          <IconRefresh size={18} aria-hidden className={classes.refresh} />
        </ActionIcon>
        {props.action}
      </Row>
    </div>
    {props.strip}
    <Stack gap="sm" className={classes.work} data-filled={props.isFilled || undefined}>
      {props.children}
    </Stack>
  </div>
)

/** The class of a quiet icon in the toolbar. */
export const toolbarIcon = classes.icon ?? ''

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isOn: boolean
  /** How many there are, beside the word. */
  count?: number | undefined
}

/** A filter that is on or off. */
export const FilterChip = ({ isOn, count, children, ...props }: ChipProps) => (
  <button type="button" {...props} className={classes.chip} aria-pressed={isOn}>
    {children}
    {count !== undefined && (
      <Text as="span" size="2xs" numbers className={classes.chipCount}>
        {count}
      </Text>
    )}
  </button>
)

interface FilterLineProps {
  /** What the filters come to. */
  end?: ReactNode
  /** On a phone it stays in sight above a long list. */
  stays?: boolean
  children: ReactNode
}

/** The line above a list: its filters, or what is done with the rows that are picked. */
export const FilterLine = ({ end, stays, children }: FilterLineProps) => (
  <Row gap={8} className={classes.filters} data-stays={stays || undefined}>
    <Row
      gap={8}
      shrinks
      className={classes.choices}
      // A browser leaves what is half in sight as it is.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {children}
    </Row>
    {end && <div className={classes.filtersEnd}>{end}</div>}
  </Row>
)
