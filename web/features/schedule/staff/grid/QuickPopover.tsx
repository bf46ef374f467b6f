import { useState } from 'react'
import type { GridCell } from '../../../../components/grid/gridCell.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { Beside, type Spot } from '../../../../ui/staff/Beside.tsx'
import type { DayLayout } from './dayLayout.ts'
import { type DaySelection, isFreeFor } from './daySelection.ts'
import { PillChoice } from './PillChoice.tsx'
import classes from './QuickBooking.module.css'
import { QuickBooking } from './QuickBooking.tsx'
import { QuickClose } from './QuickClose.tsx'
import { prefillOf, type QuickPlace, type QuickPrefill, quickPlace } from './quickBooking.ts'

interface QuickProps {
  layout: DayLayout
  selection: DaySelection
  now: Date
  onSelect: (anchor: GridCell, head: GridCell) => void
  onClose: () => void
  onCreate: (prefill: QuickPrefill) => void
}

/** What is done with free cells, beside them: booked, or closed. */
export function QuickPopover({ at, ...props }: QuickProps & { at: Spot }) {
  const { layout, selection, now, onClose } = props
  const [does, setDoes] = useState<'book' | 'close'>('book')
  const place = quickPlace(layout, selection, now)
  if (!place) return null
  return (
    <Beside
      at={at}
      label={`Book ${place.title}`}
      title={<strong className={classes.title}>{place.title}</strong>}
      onClose={onClose}
    >
      <Stack gap="sm">
        {place.end > now && (
          <PillChoice
            legend="What"
            value={does}
            onPick={setDoes}
            options={[
              { value: 'book', label: 'Book' },
              { value: 'close', label: 'Close' },
            ]}
          />
        )}
        {does === 'book' ? (
          <QuickContent {...props} place={place} />
        ) : (
          <QuickClose place={place} zone={layout.zone} onClose={onClose} />
        )}
      </Stack>
    </Beside>
  )
}

/** The booking in a dialog, where no grid is. */
export function QuickDialog({ opened, ...props }: QuickProps & { opened: boolean }) {
  const place = quickPlace(props.layout, props.selection, props.now)
  if (!place) return null
  return (
    <Dialog opened={opened} onClose={props.onClose} title={place.title} startsInField>
      <QuickContent {...props} place={place} />
    </Dialog>
  )
}

function QuickContent({
  layout,
  selection,
  place,
  onSelect,
  onClose,
  onCreate,
}: Omit<QuickProps, 'now'> & { place: QuickPlace }) {
  const { firstRow, anchor, head } = selection
  return (
    <QuickBooking
      place={place}
      freeRows={freeRowsFrom(layout, selection)}
      onLength={(length) =>
        onSelect(
          { row: firstRow, column: anchor.column },
          { row: firstRow + length - 1, column: head.column },
        )
      }
      onClose={onClose}
      onMore={(person) => {
        onClose()
        onCreate(prefillOf(place, layout, person))
      }}
    />
  )
}

/** For how many half hours all selected cages are free from where the selection begins. */
function freeRowsFrom(layout: DayLayout, { firstRow, columns }: DaySelection): number {
  let rows = 1
  while (columns.every((column) => isFreeFor(layout, { row: firstRow, rows: rows + 1, column }))) rows += 1
  return rows
}
