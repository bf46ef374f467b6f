import { UnstyledButton } from '@mantine/core'
import { IconHelp, IconRefresh, IconUserEdit } from '@tabler/icons-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffPageTitles } from '../../../shared/domain/facility/staffPageTitles.ts'
import { MissingSetUp, type SetUpPart } from '../../components/staff/MissingSetUp.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { PagePending } from '../PagePending.tsx'
import { BottomBar } from '../staff/BottomBar.tsx'
import type { FrameAction, MenuPage } from '../staff/SideMenu.tsx'
import { StaffFrame } from '../staff/StaffFrame.tsx'
import classes from './CoachFrame.module.css'
import { coachPages, tabLooks, useCoachTab } from './coachPages.ts'

/** What a coach's day has nothing to show without. */
const coachParts: readonly SetUpPart[] = ['hours', 'cages']

const editProfile: MenuPage = { label: 'Edit Profile', to: '/coach-setup', Icon: IconUserEdit }

const help: MenuPage = { label: 'Help', to: '/coach-help', Icon: IconHelp }

/**
 * The coach portal around a page (spec 3 §2): a sidebar on a desktop; on a phone a strip of the tabs at the bottom. Both
 * have Edit Profile and Refresh.
 */
export function CoachFrame({ children }: { children: ReactNode }) {
  const tab = useCoachTab()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const pages = coachPages(tab)
  const refresh = useRefresh()
  usePageTitle(
    tab && tab !== 'dashboard' ? tabLooks[tab].label : staffPageTitles[tab ? '/coach-dashboard' : path],
  )
  return (
    <StaffFrame
      path="/coach-dashboard"
      label="Coach"
      pages={() => pages}
      actions={[editProfile, refresh, help]}
      storageKey="coach-menu-collapsed"
      barTools={<BarTools refresh={refresh} />}
      strip={() => <BottomBar label="Coach" items={pages} />}
      denied={<AccessDenied />}
    >
      <MissingSetUp parts={coachParts} />
      {children}
    </StaffFrame>
  )
}

/** The frame while its first page is on the way. */
export const CoachFramePending = () => (
  <CoachFrame>
    <PagePending />
  </CoachFrame>
)

/** Loads everything again that is on the screen, the profile included. */
function useRefresh(): FrameAction {
  const queryClient = useQueryClient()
  return {
    label: 'Refresh',
    Icon: IconRefresh,
    onSelect: () => void queryClient.invalidateQueries(),
    busy: useIsFetching() > 0,
  }
}

const BarTools = ({ refresh }: { refresh: FrameAction }) => (
  <>
    <Link to={editProfile.to} className={classes.tool} aria-label={editProfile.label}>
      <editProfile.Icon size={22} aria-hidden />
    </Link>
    <UnstyledButton
      className={classes.tool ?? ''}
      aria-label={refresh.label}
      data-busy={refresh.busy || undefined}
      onClick={refresh.onSelect}
    >
      <refresh.Icon size={22} aria-hidden />
    </UnstyledButton>
  </>
)

/** For one who has stopped being a coach while the portal was open, until the guard leads away (spec 3 §5). */
const AccessDenied = () => (
  <PageMessage title="Access Denied" text="You don't have permission to access the coach dashboard." alert>
    <Link to="/account">My Account</Link>
  </PageMessage>
)
