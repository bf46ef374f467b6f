import { Button, Checkbox, Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconSelector, IconSquareCheck } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Grid, Heading, Panel, Row, Stack, Text } from '../layout.tsx'
import { useRovingFocus } from '../useRovingFocus.ts'
import { ActionMenu, type MenuAction } from './ActionMenu.tsx'
import classes from './DataTable.module.css'
import { ErrorAlert } from './ErrorAlert.tsx'
import type { ListState } from './listState.ts'

/** A value of the list's `sort` that a column stands for, and the order that it gives. */
interface ColumnSort {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
}

interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly sort?: ColumnSort
  /** Amounts and counts stand at the end of their column. */
  readonly isNumber?: boolean
  /** Takes the room that the others leave. */
  readonly isWide?: boolean
  /** Only where the screen is wide, such as 1920 px. */
  readonly isExtra?: boolean
}

/** Rows that are picked, to do something with all of them. */
interface Picking<Row> {
  readonly picked: ReadonlySet<string>
  readonly onPick: (key: string) => void
  readonly canPick: (row: Row) => boolean
}

interface DataTableProps<Row> {
  /** What the list has, e.g. 'Users'. */
  readonly label: string
  readonly list: ListState<Row>
  readonly keyOf: (row: Row) => string
  /** The first column: what a row is called, which opens it, and what is below. */
  readonly title: {
    readonly header: string
    readonly text: (row: Row) => string
    readonly below?: (row: Row) => ReactNode
    readonly sort?: ColumnSort
  }
  readonly columns: readonly Column<Row>[]
  /** What is said when it could not be loaded. */
  readonly failure?: (error: Error) => string
  readonly onOpen: (row: Row) => void
  readonly actionsOf: (row: Row) => readonly MenuAction[]
  /** What the column of the actions is called, where it is not 'Actions'. */
  readonly actionsHeader?: string
  /** How the list is sorted; absent where its order is fixed. */
  readonly sort?: { readonly by: string; readonly onSort: (by: string) => void }
  readonly loadMoreLabel?: string
  /** Shown in place of a list without rows. */
  readonly empty: ReactNode
  /**
   * Rows of one line, 44 to 48 px high: what is below a name is shown on a phone only, where `end` stands beside it in
   * place of all columns.
   */
  readonly dense?: { readonly end: (row: Row) => ReactNode }
  readonly picking?: Picking<Row>
  /** Rows of one group follow each other, under its name, e.g. their day. */
  readonly groupOf?: (row: Row) => string
}

/**
 * A list on a staff page: a table where there is room, cards where there is not. One row at a time is in the tab order; the
 * arrow keys, Home and End move between rows, Enter opens one, and the right arrow goes on to its actions.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, list, empty, failure, loadMoreLabel = 'Load More', dense } = props
  const vast = useMediaQuery('(width >= 100em)', false, { getInitialValueInEffect: false })
  const columns = props.columns.filter(({ isExtra }) => vast || !isExtra)
  const wide = useMediaQuery(`(width >= ${dense ? '76em' : roomFor(columns.length)})`, true, {
    getInitialValueInEffect: false,
  })
  const frame = useRef<HTMLDivElement>(null)
  const help = useId()
  const arrows = useRovingFocus(frame, { next: nextInRows })
  useFocusOnFreshRow(frame, list)
  const { rows, error } = list
  const problem = error && (
    <ErrorAlert error={error} {...(failure && { text: failure(error) })} onRetry={list.reload} />
  )
  if (!rows) return problem ?? <PendingRows label={label} wide={wide} dense={dense !== undefined} />
  const List = wide ? RowsAsTable : RowsAsCards
  return (
    <div
      ref={frame}
      {...arrows}
      data-rows
      data-dense={dense && true}
      className={classes.frame}
      aria-busy={list.isFetching}
    >
      {problem}
      {rows.length === 0 && !list.loadMore ? (
        !error && empty
      ) : (
        <>
          <VisuallyHidden id={help}>Arrow keys move between rows, Enter opens one.</VisuallyHidden>
          <List {...props} columns={columns} rows={rows} describedBy={help} />
        </>
      )}
      <Stack gap="xs" className={classes.end}>
        {list.loadMore && (
          <Button
            variant="default"
            className={classes.more ?? ''}
            loading={list.isLoadingMore}
            onClick={list.loadMore}
          >
            {loadMoreLabel}
          </Button>
        )}
        <Text
          as="span"
          tone="dim"
          size="sm"
          numbers
          role="status"
          className={classes.count}
          data-none={rows.length === 0 || undefined}
        >
          {countOf(rows.length, label)}
        </Text>
      </Stack>
    </div>
  )
}

/** Below it the table would be cut off at the side, beside the open menu. */
const roomFor = (columns: number): string => (columns > 5 ? '80em' : columns > 4 ? '75em' : '62em')

const countOf = (count: number, label: string): string =>
  count === 0
    ? `No ${label.toLowerCase()}`
    : count === 1
      ? '1 shown'
      : `${count} ${label.toLowerCase()} shown`

/** After Load More the focus goes on with the reading: the button has moved away or is gone. */
function useFocusOnFreshRow<Row>(
  frame: React.RefObject<HTMLDivElement | null>,
  { rows, isLoadingMore }: ListState<Row>,
): void {
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (isLoadingMore) {
      before.current = rows?.length ?? 0
    } else if (before.current !== null) {
      frame.current
        ?.querySelectorAll<HTMLElement>('[data-open]')
        [before.current]?.focus({ preventScroll: true })
      before.current = null
    }
  }, [frame, rows, isLoadingMore])
}

interface RowsProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[]
  describedBy: string
}

function RowsAsTable<Row>(props: RowsProps<Row>) {
  const { label, rows, keyOf, title, columns, sort, describedBy, actionsHeader = 'Actions', dense } = props
  return (
    <div className={classes.surface}>
      <Table
        aria-label={label}
        aria-describedby={describedBy}
        verticalSpacing={dense ? '0.25rem' : 'sm'}
        horizontalSpacing={dense ? '0.625rem' : columns.length > 5 ? 'sm' : 'md'}
        className={classes.table ?? ''}
      >
        <Table.Thead>
          <Table.Tr>
            {props.picking && (
              <Table.Th className={classes.pick ?? ''}>
                <VisuallyHidden>Selected</VisuallyHidden>
              </Table.Th>
            )}
            {[title, ...columns].map((column) => (
              <HeaderCell
                key={column.header}
                header={column.header}
                own={column.sort}
                sort={sort}
                isNumber={'isNumber' in column && column.isNumber}
              />
            ))}
            <Table.Th className={classes.actionsHeader ?? ''}>{actionsHeader}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Fragment key={keyOf(row)}>
              {beginsGroup(props, index) && (
                <Table.Tr>
                  <Table.Td role="rowheader" colSpan={columns.length + 2}>
                    <Heading as="strong">{props.groupOf?.(row)}</Heading>
                  </Table.Td>
                </Table.Tr>
              )}
              <Table.Tr data-row={keyOf(row)} className={classes.row ?? ''}>
                {props.picking && (
                  <Table.Td className={classes.pick ?? ''}>
                    <Pick {...props} row={row} />
                  </Table.Td>
                )}
                <Table.Td>
                  <OpenButton {...props} row={row} />
                  {title.below && !dense && <div className={classes.below}>{title.below(row)}</div>}
                </Table.Td>
                {columns.map(({ header, cell, isNumber, isWide }) => (
                  <Table.Td key={header} data-number={isNumber || undefined} data-wide={isWide || undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
                <Table.Td className={classes.actions ?? ''}>
                  <RowMenu {...props} row={row} />
                </Table.Td>
              </Table.Tr>
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface HeaderCellProps {
  header: string
  own: ColumnSort | undefined
  sort: DataTableProps<unknown>['sort']
  isNumber: boolean | undefined
}

function HeaderCell({ header, own, sort, isNumber }: HeaderCellProps) {
  if (!own || !sort) return <Table.Th data-number={isNumber || undefined}>{header}</Table.Th>
  const sorted = sort.by === own.by
  const SortIcon = !sorted ? IconSelector : own.direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <Table.Th aria-sort={sorted ? own.direction : 'none'}>
      <UnstyledButton className={classes.sort ?? ''} onClick={() => sort.onSort(own.by)}>
        {header}
        <SortIcon size={16} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

function RowsAsCards<Row>(props: RowsProps<Row>) {
  const { label, rows, keyOf, title, columns, describedBy, dense, picking } = props
  const isPicking = picking !== undefined && picking.picked.size > 0
  const pick = (row: Row) => picking?.canPick(row) && picking.onPick(keyOf(row))
  return (
    <>
      <CardSort {...props} />
      <ul className={classes.cards} aria-label={label} aria-describedby={describedBy}>
        {rows.map((row, index) => (
          <Fragment key={keyOf(row)}>
            {beginsGroup(props, index) && (
              <li>
                <Heading as="strong">{props.groupOf?.(row)}</Heading>
              </li>
            )}
            <Panel as="li" data-row={keyOf(row)} className={classes.card}>
              <OpenButton {...props} row={row} {...(isPicking && { onOpen: pick })} />
              {dense && <div className={classes.cardEnd}>{dense.end(row)}</div>}
              {isPicking ? <Pick {...props} row={row} /> : <CardMenu {...props} row={row} />}
              {title.below && <div className={classes.below}>{title.below(row)}</div>}
              {!dense && (
                <Grid as="dl" above="xs" className={classes.facts}>
                  {columns.map(({ header, cell }) => (
                    <div key={header}>
                      <dt>{header}</dt>
                      <dd>{cell(row)}</dd>
                    </div>
                  ))}
                </Grid>
              )}
            </Panel>
          </Fragment>
        ))}
      </ul>
    </>
  )
}

/** Whether a row is the first of its group. */
const beginsGroup = <Row,>({ rows, groupOf }: RowsProps<Row>, index: number): boolean => {
  const [row, before] = [rows[index], rows[index - 1]]
  return groupOf !== undefined && row !== undefined && (!before || groupOf(before) !== groupOf(row))
}

/** Cards have no headers to sort by. */
function CardSort<Row>({ title, columns, sort }: RowsProps<Row>) {
  const sorted = [title, ...columns].filter((column) => column.sort)
  if (!sort || sorted.length === 0) return null
  return (
    <Row as="fieldset" className={classes.cardSort}>
      <legend>Sort By</legend>
      {sorted.map(({ header, sort: own }) => (
        <UnstyledButton
          key={header}
          className={classes.cardSortBy ?? ''}
          aria-pressed={own?.by === sort.by}
          onClick={() => own && sort.onSort(own.by)}
        >
          {header}
        </UnstyledButton>
      ))}
    </Row>
  )
}

/** The row's name. It covers the row, so that a press anywhere opens it. */
const OpenButton = <Row,>({ row, keyOf, title, onOpen }: RowsProps<Row> & { row: Row }) => (
  <UnstyledButton
    data-open
    data-stop={keyOf(row)}
    className={classes.open ?? ''}
    tabIndex={-1}
    onClick={() => onOpen(row)}
  >
    {title.text(row)}
  </UnstyledButton>
)

const Pick = <Row,>({ row, keyOf, title, picking }: RowsProps<Row> & { row: Row }) =>
  picking?.canPick(row) && (
    <Checkbox
      className={classes.tick ?? ''}
      data-stop={keyOf(row)}
      tabIndex={-1}
      aria-label={`Select ${title.text(row)}`}
      checked={picking.picked.has(keyOf(row))}
      onChange={() => picking.onPick(keyOf(row))}
    />
  )

const RowMenu = <Row,>({ row, keyOf, title, actionsOf }: RowsProps<Row> & { row: Row }) => (
  <ActionMenu label={`Actions for ${title.text(row)}`} actions={actionsOf(row)} stop={keyOf(row)} />
)

/** The menu of a card, which begins to pick cards: then the rest are picked by a press. */
function CardMenu<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, keyOf, picking, actionsOf } = props
  if (!picking?.canPick(row)) return <RowMenu {...props} />
  const select = { label: 'Select', Icon: IconSquareCheck, onSelect: () => picking.onPick(keyOf(row)) }
  const actions = actionsOf(row)
  const ends = actions.filter(({ danger }) => danger)
  return (
    <RowMenu {...props} actionsOf={() => [...actions.filter(({ danger }) => !danger), select, ...ends]} />
  )
}

/** Arrows, Home and End lead to the names of the rows, the left and right ones along a row, to its check box and its actions. */
function nextInRows(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  from: HTMLElement,
  stops: readonly HTMLElement[],
): HTMLElement | undefined | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null
  const { stop } = from.dataset
  const isOpen = ({ dataset }: HTMLElement) => dataset.open !== undefined
  const row = stops.filter(({ dataset }) => dataset.stop === stop)
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return row[row.indexOf(from) + (key === 'ArrowRight' ? 1 : -1)] ?? null
  const rows = stops.filter(isOpen)
  const at = rows.findIndex(({ dataset }) => dataset.stop === stop)
  if (key === 'ArrowDown') return rows[at + 1] ?? row.find(isOpen) ?? null
  if (key === 'ArrowUp') return rows[at - 1] ?? row.find(isOpen) ?? null
  if (key === 'Home') return rows[0]
  return key === 'End' ? rows.at(-1) : null
}

const pendingRows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The shape of the list while it is loaded, so that nothing jumps when it comes. */
const PendingRows = ({ label, wide, dense }: { label: string; wide: boolean; dense: boolean }) => (
  <div aria-busy="true" data-dense={dense || undefined} className={wide ? classes.surface : classes.cards}>
    <VisuallyHidden role="status">Loading {label.toLowerCase()}…</VisuallyHidden>
    {wide && <div className={classes.pendingHeader} />}
    {pendingRows.map((row) => (
      <div key={row} className={`${classes.pendingRow} ${wide ? '' : classes.pendingCard}`}>
        <Skeleton height={16} width={wide ? '30%' : '55%'} />
        <Skeleton height={16} />
        <Skeleton height={12} width={wide ? '42%' : '80%'} />
      </div>
    ))}
  </div>
)
