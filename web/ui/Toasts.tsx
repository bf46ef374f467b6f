import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './Toasts.module.css'
import { toastLifetime } from './toast.ts'

/** Where toasts appear; downloaded with the first one. */
export default function Toasts() {
  return (
    <Notifications
      position="top-center"
      autoClose={toastLifetime}
      limit={3}
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  )
}
