import 'virtual:staff-theme-variables.css'
import { AppShell, Burger, Drawer } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { shownName } from '../../../shared/domain/facility/facilityText.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { UndoProvider } from '../../components/staff/useUndo.tsx'
import { ProofDialog } from '../../features/account/security/ProofDialog.tsx'
import { clearDraft } from '../../features/drafts/draftStore.ts'
import { useBackCloses } from '../../ui/useBackCloses.ts'
import { useDialogStack } from '../../ui/useDialogStack.ts'
import type { GuardedPath } from '../guards.ts'
import { OfflineBanner } from '../OfflineBanner.tsx'
import { PagePending } from '../PagePending.tsx'
import { SkipLink } from '../SkipLink.tsx'
import { useFocusOnNavigation } from '../useFocusOnNavigation.ts'
import { type FrameAction, type MenuPage, SideMenu } from './SideMenu.tsx'
import classes from './StaffFrame.module.css'
import { useGuardedProfile } from './useGuardedProfile.ts'
import { useKeptDisclosure } from './useKeptDisclosure.ts'
import { useLostFocus } from './useLostFocus.ts'

const openWidth = '13rem'
const collapsedWidth = '4rem'

interface StaffFrameProps {
  /** The path of the surface, which says who may see it. */
  path: GuardedPath
  /** The accessible name of the menu. */
  label: string
  pages: (profile: Profile) => readonly MenuPage[]
  actions?: readonly (MenuPage | FrameAction)[]
  /** Where this browser keeps whether the menu is collapsed. */
  storageKey: string
  /** In the menu beside the page, above its pages. */
  menuTool?: (collapsed: boolean) => ReactNode
  /** With what concerns the person. */
  ownActions?: readonly FrameAction[]
  /** On a phone: a bar at the top, with these at its end. Without, the page begins at the first line. */
  barTools?: ReactNode
  /** On a phone: fixed at the bottom, 3.75rem high. Given what opens the menu. */
  strip?: (openMenu: () => void) => ReactNode
  /** In place of the page for a signed-in person who has lost the role. */
  denied?: ReactNode
  children: ReactNode
}

/**
 * A surface of staff around a page: the menu at the side, which can be collapsed; below 768 px a bar with a button that
 * opens it, or a strip at the bottom that does. Shows a skeleton in place of a page that the person may not see.
 */
export function StaffFrame(props: StaffFrameProps) {
  const { path, label, actions = [], ownActions = [], storageKey, menuTool, barTools, strip } = props
  const { denied, children } = props
  const [collapsed, setCollapsed] = useLocalStorage({
    key: storageKey,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [opened, menu] = useKeptDisclosure('menu')
  const wide = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false })
  const isMenuOpen = opened && !wide
  const { isTopmost, portalProps } = useDialogStack(isMenuOpen, menu.close)
  useBackCloses(isMenuOpen, menu.close, isTopmost)
  const main = useRef<HTMLElement>(null)
  const { data: facility } = useQuery(facilityQuery)
  const { profile, isDenied } = useGuardedProfile(path)
  const menuOf = profile && { label, profile, pages: props.pages(profile), actions, ownActions }
  useFocusOnNavigation(main)
  useLostFocus(main)
  const hasStrip = strip !== undefined && !wide
  useFrameMark(['staff', hasStrip && 'strip', !barTools && 'bare'].filter(Boolean).join(' '))
  // What was typed on the site must not wait here for the next person at this device.
  useEffect(clearDraft, [])
  return (
    <AppShell
      layout="alt"
      padding={0}
      transitionDuration={0}
      header={{ height: '3.75rem', offset: false }}
      navbar={{
        width: collapsed ? collapsedWidth : openWidth,
        breakpoint: 'sm',
        collapsed: { mobile: true, desktop: false },
      }}
    >
      <SkipLink />
      {!wide && barTools && (
        <AppShell.Header className={classes.bar ?? ''}>
          <Burger
            opened={opened}
            onClick={menu.toggle}
            color="white"
            size="sm"
            lineSize={2}
            className={classes.burger ?? ''}
            aria-label="Menu"
            aria-haspopup="dialog"
          />
          <span className={classes.title}>{facility && shownName(facility.name)}</span>
          {barTools}
        </AppShell.Header>
      )}
      {wide && (
        <AppShell.Navbar withBorder={false} className={classes.side ?? ''}>
          {menuOf && (
            <SideMenu
              {...menuOf}
              collapsed={collapsed}
              onCollapse={() => setCollapsed(!collapsed)}
              tool={menuTool?.(collapsed)}
            />
          )}
        </AppShell.Navbar>
      )}
      <Drawer.Root
        opened={isMenuOpen}
        onClose={menu.close}
        closeOnEscape={false}
        portalProps={portalProps}
        size="18rem"
        classNames={{ content: classes.drawer }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          {/* Not Drawer.Header: it would be a second banner beside the bar. */}
          <div className={classes.drawerHeader}>
            <Drawer.Title className={classes.title ?? ''}>Menu</Drawer.Title>
            <Drawer.CloseButton aria-label="Close menu" size="lg" className={classes.close ?? ''} />
          </div>
          {menuOf && <SideMenu {...menuOf} onNavigate={menu.close} />}
        </Drawer.Content>
      </Drawer.Root>
      <AppShell.Main
        ref={main}
        id="main"
        tabIndex={-1}
        className={classes.main ?? ''}
        data-strip={hasStrip || undefined}
        data-bare={!barTools || undefined}
      >
        <OfflineBanner />
        {profile ? <UndoProvider>{children}</UndoProvider> : isDenied && denied ? denied : <PagePending />}
      </AppShell.Main>
      {!wide && profile && strip?.(menu.open)}
      {profile && <ProofDialog />}
    </AppShell>
  )
}

/** What the whole page has to know of the frame (StaffFrame.module.css). */
function useFrameMark(mark: string) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.frame = mark
    return () => {
      delete dataset.frame
    }
  }, [mark])
}
