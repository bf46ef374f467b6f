import { Link } from '@tanstack/react-router'
import type { NavPage } from './navigation.ts'
import classes from './SiteHeader.module.css'

/** One page in the navigation, marked as current on that page and those below it. */
export function NavLink({ page, onNavigate }: { page: NavPage; onNavigate: () => void }) {
  return (
    <Link
      to={page.to}
      className={classes.link}
      activeOptions={{ exact: page.to === '/', includeSearch: false }}
      onClick={onNavigate}
    >
      {page.label}
    </Link>
  )
}
