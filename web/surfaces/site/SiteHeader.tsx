import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useEscape } from '../../ui/useEscape.ts'
import { useKnownRoute } from '../../ui/useKnownRoute.ts'
import { AccountNav } from './AccountNav.tsx'
import { Brand } from './Brand.tsx'
import { MainNav } from './MainNav.tsx'
import { mainNavigation } from './navigation.ts'
import classes from './SiteHeader.module.css'

/** The sticky bar at the top. Where it is too narrow, the same items are behind a menu button (spec 1 §2.2). */
export function SiteHeader() {
  const items = mainNavigation(useKnownRoute())
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
          <MainNav items={items} onNavigate={menu.close} />
          <AccountNav onNavigate={menu.close} />
        </nav>
      </div>
    </header>
  )
}
