import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { facilityQuery } from '../../api/queries/facility.ts'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { ContactForm } from './ContactForm.tsx'
import classes from './ContactPage.module.css'
import { MessageSent } from './MessageSent.tsx'

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
