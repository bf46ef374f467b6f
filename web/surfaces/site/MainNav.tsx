import { NavDropdown } from './NavDropdown.tsx'
import { NavLink } from './NavLink.tsx'
import { isGroup, type NavItem } from './navigation.ts'
import classes from './SiteHeader.module.css'

/** The pages of the site. */
export function MainNav({ items, onNavigate }: { items: NavItem[]; onNavigate: () => void }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.label}>
          {isGroup(item) ? (
            <NavDropdown group={item} onNavigate={onNavigate} />
          ) : (
            <NavLink page={item} onNavigate={onNavigate} />
          )}
        </li>
      ))}
    </ul>
  )
}
