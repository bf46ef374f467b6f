import '@mantine/core/styles/AppShell.layer.css'
import '@mantine/core/styles/Burger.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { AppShell, Burger, Drawer } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { staffPageTitles } from '../../../shared/domain/pageTitles.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { useSession } from '../../api/session.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { clearDraft } from '../../features/drafts/draftStore.ts'
import { wayOut } from '../guards.ts'
import { OfflineBanner } from '../OfflineBanner.tsx'
import { PagePending } from '../PagePending.tsx'
import { SkipLink } from '../SkipLink.tsx'
import { useFocusOnNavigation } from '../useFocusOnNavigation.ts'
import classes from './AdminFrame.module.css'
import { AdminMenu } from './AdminMenu.tsx'

const openWidth = '17rem'
const collapsedWidth = '4.75rem'

/**
 * The back office around a page (spec 3 §2, Admin sidebar): the menu at the side, which can be collapsed; below 768 px a
 * bar with a button that opens it. Shows a skeleton in place of a page that the person may not see.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'admin-menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [opened, menu] = useDisclosure(false)
  const wide = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false })
  const main = useRef<HTMLElement>(null)
  const { data: facility } = useQuery(facilityQuery)
  const profile = useStaffProfile()
  useFocusOnNavigation(main)
  usePageTitle(useStaffTitle())
  // What was typed on the site must not wait here for the next person at this desk.
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
      {!wide && (
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
          <span className={classes.title}>{facility?.name}</span>
        </AppShell.Header>
      )}
      {wide && (
        <AppShell.Navbar withBorder={false} className={classes.side ?? ''}>
          {profile && (
            <AdminMenu profile={profile} collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
          )}
        </AppShell.Navbar>
      )}
      <Drawer.Root
        opened={opened && !wide}
        onClose={menu.close}
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
          {profile && <AdminMenu profile={profile} onNavigate={menu.close} />}
        </Drawer.Content>
      </Drawer.Root>
      <AppShell.Main ref={main} id="main" tabIndex={-1} className={classes.main ?? ''}>
        <OfflineBanner />
        {profile ? children : <PagePending />}
      </AppShell.Main>
    </AppShell>
  )
}

/** The frame while its first page is on the way. */
export const AdminFramePending = () => (
  <AdminFrame>
    <PagePending />
  </AdminFrame>
)

/** The name of the page, or of the list that a detail page belongs to. */
function useStaffTitle(): string | undefined {
  return useLocation({
    select: ({ pathname }) => {
      const [path] = Object.keys(staffPageTitles)
        .filter((known) => `${pathname}/`.startsWith(`${known}/`))
        .sort((one, other) => other.length - one.length)
      return path && staffPageTitles[path]
    },
  })
}

/**
 * The signed-in member of staff; undefined for anybody else. The route's guard has looked before the page was opened: one
 * who has lost the role or signed out since is sent away by looking again.
 */
function useStaffProfile() {
  const router = useRouter()
  const session = useSession()
  const refused = wayOut('/admin', session) !== undefined
  useEffect(() => {
    if (refused) void router.invalidate()
  }, [refused, router])
  return session.status === 'signed-in' && !refused ? session.profile : undefined
}
