import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { useEscape } from '../../ui/useEscape.ts'
import classes from './NavDropdown.module.css'
import { NavLink } from './NavLink.tsx'
import type { NavGroup } from './navigation.ts'
import headerClasses from './SiteHeader.module.css'

/**
 * A group of pages behind a button. A disclosure and not an ARIA menu: inside are plain links, reached with Tab, as
 * the WAI-ARIA practices advise for the navigation of a site.
 */
export function NavDropdown({ group, onNavigate }: { group: NavGroup; onNavigate: () => void }) {
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
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={headerClasses.link}
        data-status={current ? 'active' : undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={list.toggle}
      >
        {group.label}
        <IconChevronDown size={18} className={classes.chevron} data-open={open || undefined} aria-hidden />
      </button>
      <ul id={id} className={classes.list} hidden={!open}>
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
