import { NavLink, Popover, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconSelector,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { shownName } from '../../../shared/domain/facility/facilityText.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { roleNames } from '../../components/staff/roleNames.ts'
import { ColorSchemeSwitch } from '../../ui/ColorSchemeSwitch.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useSignOut } from '../useSignOut.ts'
import classes from './SideMenu.module.css'

type Icon = typeof IconLogout

/** A page in a side menu. */
export interface MenuPage {
  label: string
  to: string
  Icon: Icon
  /** The heading that it is listed under, with its neighbors of the same group. */
  group?: string
  /** How many things on it wait for someone, e.g. '3' or '9+'. */
  news?: string
  /** For pages that share a path: what tells them apart, and whether it is the one that is open. */
  tab?: { search: Record<string, string | undefined>; isOpen: boolean }
}

/** Something that a side menu does at once. */
export interface FrameAction {
  label: string
  Icon: Icon
  onSelect: () => void
  /** Its icon turns. */
  busy?: boolean
}

interface SideMenuProps {
  /** The accessible name of its navigation. */
  label: string
  profile: Profile
  pages: readonly MenuPage[]
  /** Below the pages. */
  actions?: readonly (MenuPage | FrameAction)[]
  /** With what concerns the person, above My Account. */
  ownActions?: readonly FrameAction[]
  /** Only icons, where the menu is beside the page. */
  collapsed?: boolean
  /** Collapses or expands it; absent in a menu that slides in. */
  onCollapse?: () => void
  onNavigate?: (() => void) | undefined
  /** Above the pages. */
  tool?: ReactNode
}

/**
 * The menu at the side of staff pages: pages in their groups, the way back to the site, and who is signed in. What
 * concerns that person opens from the name; in a menu that slides in it is listed below.
 */
export function SideMenu(props: SideMenuProps) {
  const { label, pages, actions = [], collapsed = false, onCollapse, onNavigate, tool } = props
  const { data: facility } = useQuery(facilityQuery)
  const name = facility && shownName(facility.name)
  const logo = facility?.logo?.dark
  // A wide logo has the name in it.
  const isWide = logo !== undefined && logo.width > 2 * logo.height
  const list = useRef<HTMLElement>(null)
  // On a low screen the list scrolls: the page that is open is in view.
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      className={classes.menu}
      data-collapsed={collapsed || undefined}
      data-slides-in={onCollapse ? undefined : true}
    >
      {onCollapse && (
        <Row gap={8} nowrap rigid className={classes.top}>
          <img src="/favicon.svg" alt={isWide ? name : ''} width={32} height={32} {...logo} />
          {!isWide && <span className={classes.label}>{name}</span>}
          <Labeled label="Expand Menu" collapsed={collapsed}>
            <UnstyledButton
              className={classes.collapse ?? ''}
              aria-label={collapsed ? 'Expand Menu' : 'Collapse Menu'}
              onClick={onCollapse}
            >
              {collapsed ? (
                <IconLayoutSidebarLeftExpand size="1.25rem" aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size="1.25rem" aria-hidden />
              )}
            </UnstyledButton>
          </Labeled>
        </Row>
      )}
      {tool}
      <nav ref={list} aria-label={label} className={classes.pages}>
        {groupsOf(pages).map(({ group, of }) => (
          <PageGroup key={group} name={group}>
            {of.map((page) => (
              <li key={page.label}>
                <PageLink page={page} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </PageGroup>
        ))}
      </nav>
      <Stack rigid gap={2} className={classes.end}>
        {actions.map((item) => (
          <Fragment key={item.label}>
            {'to' in item ? (
              <PageLink page={item} collapsed={collapsed} onNavigate={onNavigate} />
            ) : (
              <ActionButton action={item} collapsed={collapsed} />
            )}
          </Fragment>
        ))}
        <PageLink
          page={{ label: 'Back to Site', to: '/', Icon: IconArrowBackUp }}
          collapsed={collapsed}
          onNavigate={onNavigate}
        />
        {isTestMode() && !collapsed && <p className={classes.test}>Test payments: no real card</p>}
        <Person {...props} collapsed={collapsed} />
      </Stack>
    </div>
  )
}

/** Neighbors of one group together, in the order of the pages. */
function groupsOf(pages: readonly MenuPage[]): { group: string; of: MenuPage[] }[] {
  const groups: { group: string; of: MenuPage[] }[] = []
  for (const page of pages) {
    const last = groups.at(-1)
    const group = page.group ?? ''
    if (last?.group === group) last.of.push(page)
    else groups.push({ group, of: [page] })
  }
  return groups
}

function PageGroup({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      {name !== '' && (
        <Text strong id={id} className={classes.group}>
          <span className={classes.label}>{name}</span>
        </Text>
      )}
      <Stack as="ul" gap={2} {...(name !== '' && { 'aria-labelledby': id })}>
        {children}
      </Stack>
    </>
  )
}

/** The server's ribbon is in the page while cards are charged in the built-in sandbox; here it is a line of the menu. */
const isTestMode = (): boolean => document.querySelector('.test-payments') !== null

/** Who is signed in, and what concerns that person. */
function Person({ profile, collapsed = false, onCollapse, onNavigate, ownActions = [] }: SideMenuProps) {
  const [opened, popover] = useDisclosure(false)
  const signOut = useSignOut()
  const isInPlace = onCollapse === undefined
  const person = (
    <>
      <span aria-hidden className={classes.initial}>
        {nameOf(profile).slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.label}>
        <Text size="md" as="span" strong className={classes.name}>
          {nameOf(profile)}
        </Text>
        <span className={classes.role}>{roleNames[profile.role]}</span>
      </span>
    </>
  )
  const leave = () => {
    popover.close()
    onNavigate?.()
  }
  const own = (
    <Stack gap={2}>
      <div className={classes.colors}>
        <ColorSchemeSwitch />
      </div>
      {ownActions.map((action) => (
        <ActionButton
          key={action.label}
          collapsed={false}
          action={{
            ...action,
            onSelect: () => {
              leave()
              action.onSelect()
            },
          }}
        />
      ))}
      <PageLink
        page={{ label: 'My Account', to: '/account', Icon: IconUser }}
        collapsed={false}
        onNavigate={leave}
      />
      <ActionButton action={{ label: 'Logout', Icon: IconLogout, onSelect: signOut }} collapsed={false} />
    </Stack>
  )
  if (isInPlace)
    return (
      <>
        {own}
        <div className={classes.person}>{person}</div>
      </>
    )
  return (
    <Popover
      opened={opened}
      onChange={popover.set}
      position="top-start"
      width="15.75rem"
      trapFocus
      returnFocus
      shadow="lg"
      radius="lg"
    >
      <Labeled label={`${nameOf(profile)}, ${roleNames[profile.role]}`} collapsed={collapsed && !opened}>
        <div>
          <Popover.Target>
            <UnstyledButton className={classes.person ?? ''} data-pressable onClick={popover.toggle}>
              {person}
              <IconSelector size="1.125rem" aria-hidden className={classes.selector} />
            </UnstyledButton>
          </Popover.Target>
        </div>
      </Labeled>
      <Popover.Dropdown className={classes.own ?? ''}>{own}</Popover.Dropdown>
    </Popover>
  )
}

/** The person's name, or the part of the e-mail before the @, or Admin (spec 3 §2). */
const nameOf = ({ full_name, email }: Profile): string => full_name || email.split('@')[0] || 'Admin'

function PageLink(props: { page: MenuPage; collapsed: boolean; onNavigate: (() => void) | undefined }) {
  const { label, to, tab, Icon, news } = props.page
  return (
    <Labeled label={label} collapsed={props.collapsed}>
      <NavLink
        renderRoot={(root) => (
          <Link
            {...root}
            to={to}
            activeOptions={{ exact: to === '/' || tab !== undefined, includeSearch: tab !== undefined }}
            {...(tab && tabProps(tab))}
          />
        )}
        {...(props.onNavigate && { onClick: props.onNavigate })}
        leftSection={<Icon size="1.25rem" aria-hidden />}
        label={label}
        rightSection={
          news && (
            <span className={classes.news}>
              {news}
              <VisuallyHidden> new</VisuallyHidden>
            </span>
          )
        }
        classNames={{ root: classes.item, section: classes.icon, body: classes.label, label: classes.text }}
      />
    </Labeled>
  )
}

/** The router compares whole addresses; the open tab may have more in its own, such as a search. */
export const tabProps = ({ search, isOpen }: NonNullable<MenuPage['tab']>) => ({
  search,
  ...(isOpen && { 'aria-current': 'page' as const, 'data-status': 'active' }),
})

const ActionButton = ({ action, collapsed }: { action: FrameAction; collapsed: boolean }) => (
  <Labeled label={action.label} collapsed={collapsed}>
    <UnstyledButton
      className={`${classes.item} ${classes.action}`}
      data-busy={action.busy || undefined}
      onClick={action.onSelect}
    >
      <action.Icon size="1.25rem" aria-hidden />
      <span className={classes.label}>{action.label}</span>
    </UnstyledButton>
  </Labeled>
)

/** Where only icons are shown, the label appears beside the one that is pointed at or focused. */
const Labeled = (props: { label: string; collapsed: boolean; children: ReactNode }) => (
  <Tooltip
    label={props.label}
    disabled={!props.collapsed}
    position="right"
    // It stays while it is pointed at itself, and Escape takes it away (WCAG 1.4.13).
    interactive
    events={{ hover: true, focus: true, touch: false }}
  >
    {props.children}
  </Tooltip>
)
