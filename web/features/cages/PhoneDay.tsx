import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { CageRows } from '../../components/grid/CageRows.tsx'
import { Preloaded } from '../../ui/preloadable.tsx'
import { NextFree } from './NextFree.tsx'
import classes from './PhoneDay.module.css'
import { Switch, SwitchLink } from './Switch.tsx'
import { usualLength } from './sessionLengths.ts'
import { cellStateOf, cellTexts, type SlotView } from './slotView.ts'
import { timesPart } from './timesPart.ts'

const route = getRouteApi('/_site/book-cage')

/** After what the page itself needs. */
const settledMs = 1_500

interface PhoneDayProps extends SlotView {
  /** To another day, whose first free slot takes the focus. */
  onTurnTo: (day: string) => void
  /** Stands below the rows of cages. */
  children: ReactNode
}

/** A day on a small screen: a row for each cage, or a row for each time with the cages that are free then. */
export function PhoneDay({ children, onTurnTo, ...slots }: PhoneDayProps) {
  const { grid, day, folded } = slots
  const { view = 'cages', length = usualLength } = route.useSearch()
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(timesPart.preload, settledMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.day}>
      <Switch label="Show by">
        <SwitchLink isCurrent={view === 'cages'} search={{ view: 'cages' }}>
          Cages
        </SwitchLink>
        <SwitchLink isCurrent={view === 'times'} search={{ view: 'times' }}>
          Times
        </SwitchLink>
      </Switch>
      {view === 'times' ? (
        <Suspense>
          {/* The route's loader has it downloaded where the address asks for it. */}
          <Preloaded part={timesPart} props={{ slots, minutes: length, onTurnTo }} />
        </Suspense>
      ) : (
        <>
          <NextFree grid={grid} day={day} folded={folded} rows={rows} onTurnTo={onTurnTo} />
          <div ref={rows} className={classes.rows}>
            <Cages {...slots} />
            {children}
          </div>
        </>
      )}
    </div>
  )
}

function Cages(view: SlotView) {
  const { grid, day, folded, onToggle, onOwn } = view
  const slots = grid.slots.slice(folded)
  const textsOf = new Map(grid.cages.map((cage) => [cage.id, cellTexts(view, cage)]))
  if (slots.length === 0) return <p className={classes.over}>No more free times on {formatDay(day)}.</p>
  return (
    <CageRows
      isPage
      dayLabel={grid.dayLabel}
      cages={grid.cages}
      slots={slots}
      viewOf={({ id }, { start }) => {
        const state = cellStateOf(view, id, start)
        const text = textsOf.get(id)?.(state, start) ?? ''
        return { state, text, spoken: state === 'Own' ? 'yours' : state.toLowerCase() }
      }}
      onPress={({ id, name }, { start }) => {
        if (cellStateOf(view, id, start) === 'Own') onOwn()
        else onToggle({ cageId: id, cageName: name, start })
      }}
    />
  )
}
