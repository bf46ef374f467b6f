import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useEscape } from '../../ui/useEscape.ts'
import { AccountNav } from './AccountNav.tsx'
import { MainNav } from './MainNav.tsx'
import classes from './SiteHeader.module.css'

/** The sticky bar at the top. Where it is too narrow, the same items are behind a menu button (spec 1 §2.2). */
export function SiteHeader() {
  const [open, menu] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const header = useClickOutside<HTMLElement>(menu.close)
  useEscape(open, () => {
    menu.close()
    button.current?.focus()
  })
  return (
    <header ref={header} className={classes.header}>
      <div className={classes.bar}>
        <Brand />
        <button
          ref={button}
          type="button"
          className={classes.menuButton}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={menu.toggle}
        >
          {open ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
          Menu
        </button>
        <nav id="site-menu" className={classes.menu} data-open={open || undefined} aria-label="Main">
          <MainNav onNavigate={menu.close} />
          <AccountNav onNavigate={menu.close} />
        </nav>
      </div>
    </header>
  )
}

/** Logo and name of the facility; leads home. */
function Brand() {
  const { data: facility } = useQuery(facilityQuery)
  const logo = facility?.logo?.dark
  return (
    <Link to="/" className={classes.brand} aria-label={facility?.name ? `${facility.name}, home` : 'Home'}>
      {/* Not logo.svg, which follows the system's colours: the header is navy in both. */}
      <img src="/favicon.svg" alt="" width={40} height={40} {...logo} />
      {/* A wide logo has the name in it. */}
      {!(logo && logo.width > 2 * logo.height) && <span className={classes.facility}>{facility?.name}</span>}
    </Link>
  )
}
