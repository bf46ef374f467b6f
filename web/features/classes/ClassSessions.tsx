import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import classes from './ClassSessions.module.css'
import type { ClassSearch } from './classSearch.ts'
import { Pages } from './Pages.tsx'
import { SessionChoice } from './SessionChoice.tsx'
import { pageOf, rowsOf, type SessionRow, sessionViews } from './sessionViews.ts'
import type { ChosenSessions } from './useChosenSessions.ts'
import { ViewFilter } from './ViewFilter.tsx'

interface ClassSessionsProps {
  classId: string
  rows: readonly SessionRow[]
  at: { readonly now: Date; readonly zone: string }
  search: ClassSearch
  chosen: ChosenSessions
  /** Stays at the bottom of the screen. */
  bar: ReactNode
}

/** The sessions of a class: which of them are shown, six at a time, and which are chosen (spec 2 §2). */
export function ClassSessions({ classId, rows, at, search, chosen, bar }: ClassSessionsProps) {
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
    <section className={classes.panel} aria-labelledby="sessions">
      <div className={classes.head}>
        <h2 id="sessions" ref={heading} tabIndex={-1} className={classes.heading}>
          Sessions
        </h2>
        <ViewFilter view={search.view} onPick={(view) => go({ view })} />
      </div>
      {shown.rows.length === 0 && (
        <NoSessions search={search} more={rows.length > 0} onAll={() => go({ view: 'all' })} />
      )}
      <ul className={classes.list} aria-labelledby="sessions">
        {shown.rows.map((row) => (
          <SessionChoice
            key={row.session.id}
            row={row}
            today={at}
            chosen={chosen.ids.includes(row.session.id)}
            onToggle={() => chosen.toggle(row.session.id)}
          />
        ))}
      </ul>
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
  )
}

function NoSessions({ search, more, onAll }: { search: ClassSearch; more: boolean; onAll: () => void }) {
  const none = sessionViews.find(({ view }) => view === search.view)?.none
  return (
    <div className={classes.none} role="status">
      <p className={classes.line}>{none}</p>
      {more && search.view !== 'all' && (
        <button type="button" className={classes.all} onClick={onAll}>
          Show all sessions
        </button>
      )}
    </div>
  )
}
