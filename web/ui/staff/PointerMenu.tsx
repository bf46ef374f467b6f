import { Menu } from '@mantine/core'
import { useFocusReturn } from '../useFocusReturn.ts'
import { ActionItems, actionClasses, intoSight, type MenuAction, OVER_UNDO } from './ActionMenu.tsx'
import classes from './PointerMenu.module.css'

/** Where on the screen something was pressed, in CSS pixels. */
export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

interface PointerMenuProps {
  /** Closed without it. */
  at: ScreenPoint | undefined
  /** What it acts on. */
  label: string
  onClose: () => void
  actions: readonly MenuAction[]
}

/** A menu at the place that was pressed. The focus goes back to what opened it. */
export function PointerMenu({ at, label, onClose, actions }: PointerMenuProps) {
  useFocusReturn(at !== undefined)
  return (
    <Menu
      opened={at !== undefined}
      onClose={onClose}
      position="bottom-start"
      width={280}
      zIndex={OVER_UNDO}
      offset={2}
      returnFocus={false}
      middlewares={intoSight}
      transitionProps={{ duration: 0 }}
      classNames={actionClasses}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes.anchor}
          style={{ insetInlineStart: at?.x ?? 0, insetBlockStart: at?.y ?? 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where a press was; for the keyboard, which has no place, the start of what has the focus. */
export function pointOf(
  event: Pick<MouseEvent, 'clientX' | 'clientY' | 'detail' | 'type'>,
  target: Element,
): ScreenPoint {
  const { clientX, clientY, detail, type } = event
  const byKeyboard = type === 'click' ? detail === 0 : clientX === 0 && clientY === 0
  if (!byKeyboard) return { x: clientX, y: clientY }
  const box = target.getBoundingClientRect()
  return { x: box.left + Math.min(24, box.width / 2), y: box.top + Math.min(box.height, 32) }
}
