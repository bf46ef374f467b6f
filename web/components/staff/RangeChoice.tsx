import { type RangeSearch, ranges } from '../../api/queries/rangeSearch.ts'
import { Row } from '../../ui/layout.tsx'
import { FilterDay } from '../../ui/staff/FilterDay.tsx'
import { useShownAtOnce } from '../../ui/useShownAtOnce.ts'
import classes from './RangeChoice.module.css'

const rangeWords = { all: 'All', today: 'Today', yesterday: 'Yesterday', week: 'This Week', custom: 'Custom' }

interface RangeChoiceProps extends RangeSearch {
  range: NonNullable<RangeSearch['range']>
  onShow: (change: RangeSearch) => void
}

/** The days that a list shows: named ranges beside each other, and two fields for days of one's own. */
export function RangeChoice({ range, from, to, onShow }: RangeChoiceProps) {
  const [shown, show] = useShownAtOnce(range)
  return (
    <>
      <fieldset className={classes.ranges} aria-label="Days">
        {ranges.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === shown}
            onClick={() => {
              show(one)
              onShow({ range: one, ...(one !== 'custom' && { from: undefined, to: undefined }) })
            }}
          >
            {rangeWords[one]}
          </button>
        ))}
      </fieldset>
      {range === 'custom' && (
        <Row gap={8} align="stretch" className={classes.days}>
          <FilterDay label="From" value={from} onChange={(day) => onShow({ from: day })} />
          <FilterDay label="To" value={to} onChange={(day) => onShow({ to: day })} />
        </Row>
      )}
    </>
  )
}
