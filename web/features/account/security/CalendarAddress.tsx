import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './Security.module.css'

interface CalendarAddressProps {
  addresses: { url: string; webcal_url: string; google_url: string }
}

/** A new calendar address, while it can be seen: to be opened in a calendar, or copied. */
export function CalendarAddress({ addresses }: CalendarAddressProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(addresses.url)
      setCopied(true)
    } catch {
      // Not every browser lets a page write there; what is selected can be copied by hand.
      field.current?.select()
    }
  }
  return (
    <>
      <TextInput
        ref={field}
        label="Calendar address"
        description="Shown only now. Whoever has it can see what you book, so keep it to yourself."
        value={addresses.url}
        readOnly
        data-private
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.actions}>
        <Button
          color="stitch.6"
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy address'}
        </Button>
        <a className={classes.linkButton} href={addresses.webcal_url}>
          <IconCalendarPlus size={18} aria-hidden /> Open in my calendar
        </a>
        <a
          className={classes.linkButton}
          href={addresses.google_url}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconCalendarPlus size={18} aria-hidden /> Add to Google Calendar
        </a>
      </div>
    </>
  )
}
