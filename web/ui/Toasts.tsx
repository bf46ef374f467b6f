import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { createPortal } from 'react-dom'
import { silenceAnnounced } from './showToast.ts'
import classes from './Toasts.module.css'
import { useToastStand } from './toastPlace.ts'

/** Where toasts appear: below the header, or in the dialog that is open. Downloaded with the first one. */
export default function Toasts() {
  const stand = useToastStand(undefined, silenceAnnounced)
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
