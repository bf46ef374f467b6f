import { Button, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './ContactPage.module.css'

/** In place of the form after a message has arrived (spec 1 §2.7). Takes the focus, so that it is read out. */
export function MessageSent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.sent}>
      <IconCircleCheck size={56} stroke={1.5} className={classes.sentMark} aria-hidden />
      <Title ref={heading} order={2} tabIndex={-1} className={classes.sentHeading}>
        MESSAGE SENT!
      </Title>
      <p className={classes.intro}>Thank you. We read every message and call you back as soon as we can.</p>
      <Button size="lg" variant="default" onClick={onAnother}>
        SEND ANOTHER MESSAGE
      </Button>
    </div>
  )
}
