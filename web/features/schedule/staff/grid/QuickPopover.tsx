import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { GridCell } from '../../../../components/grid/gridCell.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import classes from './DayGrid.module.css'
import type { DayLayout } from './dayLayout.ts'
import { type DaySelection, isFreeFor } from './daySelection.ts'
import { QuickBooking } from './QuickBooking.tsx'
import { prefillOf, type QuickPlace, type QuickPrefill, quickPlace } from './quickBooking.ts'

interface QuickPopoverProps {
  layout: DayLayout
  selection: DaySelection
  now: Date
  opened: boolean
  onSelect: (anchor: GridCell, head: GridCell) => void
  onClose: () => void
  onCreate: (prefill: QuickPrefill) => void
}

/** The quick booking beside what is selected; over the whole width of a phone. */
export function QuickPopover(props: QuickPopoverProps) {
  const { layout, selection, opened, onClose, now } = props
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const place = quickPlace(layout, selection, now)
  if (!place) return null
  if (isPhone) return <QuickDialog {...props} />
  const { firstRow, rows, anchor } = selection
  return (
    <Popover
      opened={opened}
      onChange={(stays) => !stays && onClose()}
      position="right-start"
      width={340}
      shadow="lg"
      trapFocus
      withRoles={false}
      withinPortal
      middlewares={{ flip: true, shift: true }}
    >
      <Popover.Target>
        <div
          className={classes.hook}
          style={{
            gridArea: `${firstRow + 2} / ${anchor.column + 2} / span ${rows} / span 1`,
          }}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Book ${place.title}`}>
        <QuickContent {...props} place={place} hasTitle={false} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The same in a dialog, where no grid is. */
export function QuickDialog(props: QuickPopoverProps) {
  const place = quickPlace(props.layout, props.selection, props.now)
  if (!place) return null
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={place.title} startsInField>
      <QuickContent {...props} place={place} hasTitle />
    </Dialog>
  )
}

interface QuickContentProps extends Omit<QuickPopoverProps, 'opened' | 'now'> {
  place: QuickPlace
  hasTitle: boolean
}

function QuickContent({
  layout,
  selection,
  place,
  hasTitle,
  onSelect,
  onClose,
  onCreate,
}: QuickContentProps) {
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
      hasTitle={hasTitle}
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
