import { Button, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Panel, Text } from '../../ui/layout.tsx'
import { ContactForm } from './ContactForm.tsx'
import classes from './ContactPage.module.css'

/** The form to write to the facility, and what is said when the message has arrived (spec 1 §2.7). */
export default function ContactMessage() {
  const [sent, setSent] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (sent) {
    return (
      <MessageSent
        onAnother={() => {
          setSent(false)
          requestAnimationFrame(() => heading.current?.focus())
        }}
      />
    )
  }
  return (
    <>
      <Title ref={heading} id="message-heading" order={2} tabIndex={-1}>
        Send Us a Message
      </Title>
      <Text tone="dim" above={4} below="lg">
        Tell us what you need and how to reach you.
      </Text>
      <ContactForm onSent={() => setSent(true)} />
    </>
  )
}

/** In place of the form after a message has arrived (spec 1 §2.7). Takes the focus, so that it is read out. */
function MessageSent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel as="div" className={classes.sent}>
      <IconCircleCheck size={56} stroke={1.5} className={classes.sentMark} aria-hidden />
      <Title ref={heading} order={2} tabIndex={-1} className={classes.sentHeading}>
        MESSAGE SENT!
      </Title>
      <Text tone="dim" above={4} below="lg">
        Thank you. We read every message and call you back as soon as we can.
      </Text>
      <Button size="lg" variant="default" onClick={onAnother}>
        SEND ANOTHER MESSAGE
      </Button>
    </Panel>
  )
}
