import { Button, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { facilityQuery } from '../../api/queries/facility.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactForm } from './ContactForm.tsx'
import classes from './ContactPage.module.css'

/** `/contact` (spec 1 §2.7): where and when to find the facility, and a form to write to it. */
export function ContactPage() {
  const { data: facility, isError } = useQuery(facilityQuery)
  const [sent, setSent] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <PageBanner title="Contact" tagline="Questions, teams, tours: call, write or come by." />
      <div className={classes.columns}>
        <ContactDetails facility={facility} failed={isError} />
        <section className={classes.message}>
          {sent ? (
            <MessageSent
              onAnother={() => {
                setSent(false)
                requestAnimationFrame(() => heading.current?.focus())
              }}
            />
          ) : (
            <>
              <Title ref={heading} id="message-heading" order={2} tabIndex={-1} className={classes.heading}>
                Send us a message
              </Title>
              <p className={classes.intro}>Tell us what you need and how to reach you.</p>
              <ContactForm facility={facility} onSent={() => setSent(true)} />
            </>
          )}
        </section>
      </div>
    </>
  )
}

/** In place of the form after a message has arrived (spec 1 §2.7). Takes the focus, so that it is read out. */
function MessageSent({ onAnother }: { onAnother: () => void }) {
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
