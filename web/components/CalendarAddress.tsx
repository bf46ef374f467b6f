import { Button, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** A secret address that a calendar program follows, as https:, as webcal: and as a link for Google Calendar. */
interface Addresses {
  readonly url: string
  readonly webcal_url: string
  readonly google_url: string
}

/** How one kind of address is made and deleted. */
interface AddressCalls {
  readonly renew: () => Promise<Addresses & { created_at: string }>
  readonly end: () => Promise<unknown>
}

/**
 * Makes and deletes a calendar address. An address is in `renew.data` only: it is shown once.
 *
 * @param queryKey the query that says since when there is one.
 */
export function useCalendarAddress(queryKey: QueryKey, calls: AddressCalls) {
  const queryClient = useQueryClient()
  const renew = useMutation({
    mutationFn: calls.renew,
    onSuccess: ({ created_at }) => queryClient.setQueryData(queryKey, { created_at }),
  })
  const end = useMutation({
    mutationFn: calls.end,
    onSuccess: () => {
      renew.reset()
      queryClient.setQueryData(queryKey, { created_at: null })
    },
  })
  return { renew, end }
}

interface CalendarDialogsProps {
  asking: 'renew' | 'end' | undefined
  /** What calendars miss once the address is deleted. */
  endText: string
  onRenew: () => void
  onEnd: () => void
  onClose: () => void
}

/** Asks before an address that calendars follow stops working. */
export function CalendarDialogs({ asking, endText, onRenew, onEnd, onClose }: CalendarDialogsProps) {
  return (
    <>
      <ConfirmDialog
        opened={asking === 'renew'}
        title="New calendar address?"
        text="Your current address stops working right away. Calendars that use it need the new one."
        label="Make a New Address"
        onConfirm={() => {
          onRenew()
          onClose()
        }}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={asking === 'end'}
        title="Remove calendar address?"
        text={endText}
        label="Remove Address"
        onConfirm={() => {
          onEnd()
          onClose()
        }}
        onClose={onClose}
      />
    </>
  )
}

interface CalendarAddressProps {
  addresses: Addresses
  description: string
  /** The class of the row of buttons. */
  actions: string | undefined
}

/** A new calendar address, shown once: to open in a calendar, or to copy. */
export function CalendarAddress({ addresses, description, actions }: CalendarAddressProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(addresses.url)
      setCopied(true)
    } catch {
      // Some browsers refuse; the selected text can be copied by hand.
      field.current?.select()
    }
  }
  const link = {
    component: 'a' as const,
    variant: 'default',
    leftSection: <IconCalendarPlus size={18} aria-hidden />,
  }
  return (
    <>
      <TextInput
        ref={field}
        label="Calendar Address"
        description={description}
        value={addresses.url}
        readOnly
        data-private
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={actions}>
        <Button
          color="stitch.6"
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy Address'}
        </Button>
        <Button {...link} href={addresses.webcal_url}>
          Open in My Calendar
        </Button>
        <Button {...link} href={addresses.google_url} target="_blank" rel="noopener noreferrer">
          Add to Google Calendar
        </Button>
      </div>
    </>
  )
}
