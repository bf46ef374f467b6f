import { Notifications } from '@mantine/notifications'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { leavePage, silenceAnnounced } from './showToast.ts'
import classes from './Toasts.module.css'
import { useToastStand } from './toastPlace.ts'

/** What people take for one page: the path, and the tab that is open on it. */
const pageOf = ({ pathname, search }: { pathname: string; search: { tab?: unknown } }): string =>
  `${pathname} ${search.tab}`

/** Where toasts appear: below the header, or in the dialog that is open. Downloaded with the first one. */
export default function Toasts() {
  const stand = useToastStand(undefined, silenceAnnounced)
  const page = useLocation({ select: pageOf })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(leavePage, [page])
  return createPortal(
    <Notifications
      position="top-center"
      // They close themselves: showToast.ts.
      autoClose={false}
      limit={3}
      withinPortal={false}
      classNames={{ root: classes.root, notification: classes.toast }}
    />,
    stand,
  )
}
