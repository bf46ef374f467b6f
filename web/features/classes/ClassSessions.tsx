import { VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { Box, coveringInput, Grid, Row, Text } from '../../ui/layout.tsx'
import { useShownAtOnce } from '../../ui/useShownAtOnce.ts'
import classes from './ClassSessions.module.css'
import type { ClassSearch } from './classSearch.ts'
import { SessionChoice } from './SessionChoice.tsx'
import {
  fullSessions,
  pageOf,
  rowsOf,
  type SessionRow,
  type SessionView,
  sessionViews,
} from './sessionViews.ts'
import type { ChosenSessions } from './useChosenSessions.ts'

interface ClassSessionsProps {
  classId: string
  rows: readonly SessionRow[]
  at: { readonly now: Date; readonly zone: string }
  search: ClassSearch
  chosen: ChosenSessions
  /** Who is coming, above the list. */
  who: ReactNode
  /** Stays at the bottom of the screen. */
  bar: ReactNode
}

/** The sessions of a class: which of them are shown, six at a time, and which are chosen (spec 2 §2). */
export function ClassSessions(props: ClassSessionsProps) {
  const { classId, rows, at, search, chosen, who, bar } = props
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = pageOf(rowsOf(search.view, rows, at), search.page ?? 1)
  const go = (to: ClassSearch) =>
    void navigate({
      to: '/classes/$classId',
      params: { classId },
      search: { view: search.view, page: undefined, ...to },
      replace: true,
      resetScroll: false,
    })

  return (
    <Box shrinks>
      {who && <Box below="lg">{who}</Box>}
      <section aria-labelledby="sessions">
        <Row apart below="sm" className={classes.head}>
          <h2 id="sessions" ref={heading} tabIndex={-1} className={classes.heading}>
            Sessions
          </h2>
          <ViewFilter view={search.view} onPick={(view) => go({ view })} />
        </Row>
        {shown.rows.length === 0 && (
          <NoSessions search={search} rows={rows} onAll={() => go({ view: 'all' })} />
        )}
        <Grid as="ul" gap="xs" className={classes.list} aria-labelledby="sessions">
          {shown.rows.map((row) => (
            <SessionChoice
              key={row.session.id}
              row={row}
              today={at}
              chosen={chosen.ids.includes(row.session.id)}
              onToggle={() => chosen.toggle(row.session.id)}
            />
          ))}
        </Grid>
        {search.view === undefined && <FullSessions rows={rows} />}
        <Pages
          page={shown.page}
          pages={shown.pages}
          onPage={(page) => {
            go({ page: page === 1 ? undefined : page })
            // The new page begins where the list does.
            heading.current?.focus({ preventScroll: true })
            heading.current?.scrollIntoView({ block: 'nearest' })
          }}
        />
        {bar}
      </section>
    </Box>
  )
}

/** '2 full sessions: Sat, Dec 12; Sat, Dec 19.' */
function FullSessions({ rows }: { rows: readonly SessionRow[] }) {
  const full = fullSessions(rows)
  if (full.length === 0) return null
  const days = full.map(({ session }) => formatDay(session.class_date)).join('; ')
  return (
    <Text above="sm" tone="dim">
      {full.length === 1 ? '1 full session' : `${full.length} full sessions`}: {days}
    </Text>
  )
}

interface NoSessionsProps {
  search: ClassSearch
  rows: readonly SessionRow[]
  onAll: () => void
}

function NoSessions({ search, rows, onAll }: NoSessionsProps) {
  const isBookedOut = search.view === undefined && fullSessions(rows).length > 0
  const none = isBookedOut
    ? 'All sessions are full right now.'
    : sessionViews.find(({ view }) => view === search.view)?.none
  return (
    <div className={classes.none} role="status">
      <Text strong>{none}</Text>
      {rows.length > 0 && search.view !== 'all' && (
        <button type="button" className={classes.all} onClick={onAll}>
          Show all sessions
        </button>
      )}
    </div>
  )
}

interface ViewFilterProps {
  view: SessionView
  onPick: (view: SessionView) => void
}

/** Which sessions are listed (spec 2 §2, 'View filter'). */
function ViewFilter({ view, onPick }: ViewFilterProps) {
  const [shown, show] = useShownAtOnce(view)
  return (
    <Row as="fieldset" gap={2}>
      {/* WebKit gives a legend that floats a line of its own. */}
      <VisuallyHidden component="legend">View</VisuallyHidden>
      <span aria-hidden className={classes.title}>
        View
      </span>
      {sessionViews.map((choice) => (
        <label key={choice.label} className={classes.view}>
          <input
            type="radio"
            name="view"
            checked={choice.view === shown}
            onChange={() => {
              show(choice.view)
              onPick(choice.view)
            }}
            className={coveringInput}
          />
          {choice.label}
        </label>
      ))}
    </Row>
  )
}

interface PagesProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Links to the other pages of the list; nothing if there is only one. */
function Pages({ page, pages, onPage }: PagesProps) {
  if (pages === 1) return null
  return (
    <Row below="sm" as="nav" apart aria-label="Pages of sessions">
      <button type="button" className={classes.step} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={20} aria-hidden />
        Previous
      </button>
      <Text as="output" tone="dim" numbers>
        Page {page} of {pages}
      </Text>
      <button
        type="button"
        className={classes.step}
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      >
        Next
        <IconChevronRight size={20} aria-hidden />
      </button>
    </Row>
  )
}
