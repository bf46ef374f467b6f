import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { List } from '../../ui/layout.tsx'
import { useEscape } from '../../ui/useEscape.ts'
import { isGroup, mainNavigation, type NavGroup, type NavPage } from './navigation.ts'
import classes from './SiteHeader.module.css'

/** The pages of the site. */
export function MainNav({ onNavigate }: { onNavigate: () => void }) {
  return (
    <List className={classes.list}>
      {mainNavigation.map((item) => (
        <li key={item.label}>
          {isGroup(item) ? (
            <NavDropdown group={item} onNavigate={onNavigate} />
          ) : (
            <NavLink page={item} onNavigate={onNavigate} />
          )}
        </li>
      ))}
    </List>
  )
}

/**
 * A group of pages behind a button. A disclosure and not an ARIA menu: inside are plain links, reached with Tab, as
 * the WAI-ARIA practices advise for the navigation of a site.
 */
function NavDropdown({ group, onNavigate }: { group: NavGroup; onNavigate: () => void }) {
  const [open, list] = useDisclosure(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const root = useClickOutside<HTMLDivElement>(list.close)
  const current = useLocation({
    select: ({ pathname }) => group.pages.some(({ to }) => `${pathname}/`.startsWith(`${to}/`)),
  })
  useEscape(open, () => {
    list.close()
    button.current?.focus()
  })
  return (
    <div ref={root} className={classes.group}>
      <button
        ref={button}
        type="button"
        className={classes.link}
        data-status={current ? 'active' : undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={list.toggle}
      >
        {group.label}
        <IconChevronDown size={18} className={classes.chevron} data-open={open || undefined} aria-hidden />
      </button>
      <ul id={id} className={classes.groupPages} hidden={!open}>
        {group.pages.map((page) => (
          <li key={page.to}>
            <NavLink
              page={page}
              onNavigate={() => {
                list.close()
                onNavigate()
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

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
