import '@mantine/core/styles/NavLink.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import { NavLink, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '../../../shared/contract/accounts.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { roleNames } from '../../components/staff/roleNames.ts'
import { ColorSchemeSwitch } from '../../ui/ColorSchemeSwitch.tsx'
import { useKnownRoute } from '../../ui/useKnownRoute.ts'
import { useSignOut } from '../useSignOut.ts'
import classes from './AdminMenu.module.css'
import { type AdminPage, adminNavigation } from './adminNavigation.ts'

interface AdminMenuProps {
  profile: Profile
  /** Icons alone, where the menu stands beside the page. */
  collapsed?: boolean
  /** Collapses or expands it; absent in the menu that slides in. */
  onCollapse?: () => void
  onNavigate?: () => void
}

/** The menu of the back office: its pages, the way back to the site, who is signed in, Logout (spec 3 §2). */
export function AdminMenu({ profile, collapsed = false, onCollapse, onNavigate }: AdminMenuProps) {
  const { data: facility } = useQuery(facilityQuery)
  const signOut = useSignOut()
  const pages = adminNavigation(profile.role, useKnownRoute())
  return (
    <div className={classes.menu} data-collapsed={collapsed || undefined}>
      {onCollapse && (
        <div className={classes.top}>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <span className={classes.label}>{facility?.name}</span>
          <Labeled label="Expand menu" collapsed={collapsed}>
            <UnstyledButton
              className={classes.collapse ?? ''}
              aria-label={collapsed ? 'Expand menu' : 'Collapse menu'}
              onClick={onCollapse}
            >
              {collapsed ? (
                <IconLayoutSidebarLeftExpand size={22} aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size={22} aria-hidden />
              )}
            </UnstyledButton>
          </Labeled>
        </div>
      )}
      <nav aria-label="Admin" className={classes.pages}>
        <ul className={classes.list}>
          {pages.map((page) => (
            <li key={page.to}>
              <PageLink page={page} collapsed={collapsed} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.end}>
        <PageLink
          page={{ label: 'Back to Site', to: '/', Icon: IconArrowBackUp }}
          collapsed={collapsed}
          onNavigate={onNavigate}
        />
        <Labeled label="Logout" collapsed={collapsed}>
          <UnstyledButton className={classes.item ?? ''} onClick={signOut}>
            <IconLogout size={22} aria-hidden />
            <span className={classes.label}>Logout</span>
          </UnstyledButton>
        </Labeled>
        {!collapsed && (
          <div className={classes.colors}>
            <ColorSchemeSwitch />
          </div>
        )}
        <Labeled label={`${nameOf(profile)}, ${roleNames[profile.role]}`} collapsed={collapsed}>
          <div className={classes.person}>
            <span aria-hidden className={classes.initial}>
              {nameOf(profile).slice(0, 1).toUpperCase()}
            </span>
            <span className={classes.label}>
              <span className={classes.name}>{nameOf(profile)}</span>
              <span className={classes.role}>{roleNames[profile.role]}</span>
            </span>
          </div>
        </Labeled>
      </div>
    </div>
  )
}

/** The person's name, or the part of the e-mail before the @, or Admin (spec 3 §2). */
const nameOf = ({ full_name, email }: Profile): string => full_name || email.split('@')[0] || 'Admin'

function PageLink(props: { page: AdminPage; collapsed: boolean; onNavigate: (() => void) | undefined }) {
  const { label, to, Icon } = props.page
  return (
    <Labeled label={label} collapsed={props.collapsed}>
      <NavLink
        component={Link}
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        {...(props.onNavigate && { onClick: props.onNavigate })}
        leftSection={<Icon size={22} aria-hidden />}
        label={label}
        classNames={{ root: classes.item, section: classes.icon, body: classes.label, label: classes.text }}
      />
    </Labeled>
  )
}

/** Where only icons are shown, the label appears beside the one that is pointed at or focused. */
const Labeled = (props: { label: string; collapsed: boolean; children: ReactNode }) => (
  <Tooltip
    label={props.label}
    disabled={!props.collapsed}
    position="right"
    events={{ hover: true, focus: true, touch: false }}
  >
    {props.children}
  </Tooltip>
)
