import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './BottomBar.module.css'
import { type FrameAction, type MenuPage, tabProps } from './SideMenu.tsx'

/** An action of the bar. */
export interface BarAction extends FrameAction {
  /** The one primary action of the back office, in the middle. */
  primary?: boolean
  /** How many things wait behind it, and what they are, e.g. '3' and 'new messages'. */
  news?: { count: string; of: string } | undefined
}

/** The places and actions of staff at the bottom of a phone, within the reach of the thumb that holds it. */
export const BottomBar = ({ label, items }: { label: string; items: readonly (MenuPage | BarAction)[] }) => (
  <nav className={classes.bar} aria-label={label}>
    <ul>
      {items.map((item) => (
        <li key={item.label}>{'to' in item ? <BarLink page={item} /> : <BarButton action={item} />}</li>
      ))}
    </ul>
  </nav>
)

const BarLink = ({ page: { label, to, tab, Icon } }: { page: MenuPage }) => (
  <Link
    to={to}
    className={classes.item}
    activeOptions={{ exact: tab !== undefined, includeSearch: tab !== undefined }}
    {...(tab && tabProps(tab))}
  >
    <Face Icon={Icon}>{label}</Face>
  </Link>
)

const BarButton = ({ action: { label, Icon, onSelect, primary, news } }: { action: BarAction }) => (
  <UnstyledButton
    className={classes.item}
    data-primary={primary || undefined}
    aria-label={primary ? label : undefined}
    aria-haspopup="dialog"
    onClick={onSelect}
  >
    {primary ? (
      <Icon size="1.75rem" aria-hidden />
    ) : (
      <Face Icon={Icon} count={news?.count}>
        {label}
        {news && <VisuallyHidden>, {`${news.count} ${news.of}`}</VisuallyHidden>}
      </Face>
    )}
  </UnstyledButton>
)

interface FaceProps {
  Icon: MenuPage['Icon']
  count?: string | undefined
  children: ReactNode
}

const Face = ({ Icon, count, children }: FaceProps) => (
  <>
    <span className={classes.icon}>
      <Icon size="1.25rem" aria-hidden />
      {count && (
        <span aria-hidden className={classes.count}>
          {count}
        </span>
      )}
    </span>
    <span>{children}</span>
  </>
)
