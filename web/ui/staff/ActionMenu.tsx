import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, type IconEye } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from './ActionMenu.module.css'

export interface MenuAction {
  readonly label: string
  readonly Icon: typeof IconEye
  readonly onSelect?: () => unknown
  /** In place of doing something: an address that it leads to, such as a phone number. */
  readonly href?: string
  /** Takes something away. */
  readonly danger?: boolean
}

interface ActionMenuProps {
  /** The button's accessible name, e.g. 'Actions for Summer Skills'. */
  label: string
  actions: readonly MenuAction[]
  /** Its row in a list that has one Tab stop (useRovingFocus.ts). */
  stop?: string
  /** In a dialog, which would cover what is in the page. */
  inPlace?: boolean
}

/** How a menu of actions looks. */
export const actionClasses = {
  dropdown: classes.dropdown ?? '',
  item: classes.menuItem ?? '',
  divider: classes.separator ?? '',
}

/** A long menu is pushed up where there is no room below, or its last items are out of reach. */
export const intoSight = { flip: true, shift: { crossAxis: true, padding: 8 } }

/** Above the undo of the last change, which lies where a phone has its sheet (useUndo.module.css). */
export const OVER_UNDO = 402

const sheetClasses = { ...actionClasses, dropdown: `${classes.dropdown} ${classes.sheet}` }

/** What can be done with one thing of a list, behind a button with three dots; on a phone as a sheet at the bottom. */
export const ActionMenu = ({ label, actions, stop, inPlace = false }: ActionMenuProps) => (
  <Menu
    position="bottom-end"
    width={280}
    shadow="lg"
    middlewares={intoSight}
    classNames={inPlace ? actionClasses : sheetClasses}
    withInitialFocusPlaceholder={false}
    withOverlay={!inPlace}
    overlayProps={{ className: classes.shade ?? '', fixed: true, zIndex: OVER_UNDO - 1 }}
    zIndex={OVER_UNDO}
    withinPortal={!inPlace}
    // Out of the list, which would cut it off, but still in the page's main part.
    portalProps={{ target: '#main' }}
  >
    <Menu.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        data-menu
        data-stop={stop}
        tabIndex={stop === undefined ? undefined : -1}
        className={classes.menu ?? ''}
        aria-label={label}
      >
        <IconDots size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <ActionItems actions={actions} />
    </Menu.Dropdown>
  </Menu>
)

/** The items of it, in any menu. */
export const ActionItems = ({ actions }: Pick<ActionMenuProps, 'actions'>) =>
  actions.map(({ label: text, Icon, onSelect, href, danger = false }, index) => (
    <Fragment key={text}>
      {danger && index > 0 && !actions[index - 1]?.danger && <Menu.Divider />}
      <Menu.Item
        leftSection={<Icon size={20} aria-hidden />}
        data-danger={danger || undefined}
        // Where a menu begins when it is opened by keyboard.
        data-autofocus={index === 0 || undefined}
        {...(href === undefined ? { onClick: onSelect } : { component: 'a', href })}
      >
        {text}
      </Menu.Item>
    </Fragment>
  ))
