import { Badge } from '@mantine/core'
import classes from './StatusBadge.module.css'

export type BadgeColour = 'green' | 'yellow' | 'red' | 'gray'

/**
 * Words and colours of states (spec 3 §4): of bookings, of registrations, of payments and of memberships. What two kinds of
 * things call the same looks the same.
 */
const states: Readonly<Record<string, readonly [label: string, colour: BadgeColour]>> = {
  paid: ['Paid', 'green'],
  completed: ['Completed', 'green'],
  succeeded: ['Succeeded', 'green'],
  'pending payment': ['Pending Payment', 'yellow'],
  mixed: ['Mixed', 'yellow'],
  pending: ['Pending', 'yellow'],
  registered: ['Pay on Arrival', 'yellow'],
  canceled: ['Canceled', 'red'],
  failed: ['Failed', 'red'],
  refunded: ['Refunded', 'gray'],
  published: ['Published', 'green'],
  draft: ['Draft', 'gray'],
  called_off: ['Canceled', 'red'],
  registration_open: ['Registration Open', 'green'],
  registration_closed: ['Registration Closed', 'yellow'],
  over: ['Over', 'gray'],
  full: ['Camp Full', 'yellow'],
  active: ['Active', 'green'],
  inactive: ['Inactive', 'gray'],
  checked_in: ['Checked in', 'green'],
  late: ['Late', 'yellow'],
  no_show: ['No-show', 'red'],
  trialing: ['Trialing', 'green'],
  past_due: ['Past Due', 'yellow'],
  unpaid: ['Unpaid', 'red'],
  incomplete: ['Incomplete', 'yellow'],
  incomplete_expired: ['Expired', 'gray'],
  paused: ['Paused', 'gray'],
  canceling: ['Canceling', 'yellow'],
  frozen: ['Frozen', 'gray'],
  ended: ['Ended', 'gray'],
  asked: ['On its way', 'yellow'],
  done: ['Done', 'green'],
  voided: ['Voided', 'gray'],
  'to give': ['To give', 'yellow'],
  given: ['Given', 'green'],
  dropped: ['Dropped', 'gray'],
  waiting: ['Waiting', 'yellow'],
  withheld: ['Can be undone', 'yellow'],
  sent: ['Sent', 'green'],
  dismissed: ['Left undelivered', 'gray'],
  new: ['New', 'yellow'],
  replied: ['Replied', 'green'],
}

/** A state of something, in its word and colour; one that is not known is shown as it is. */
export function StatusBadge({ status }: { status: string }) {
  const [label, colour] = states[status] ?? [status, 'gray']
  return <ColourBadge label={label} colour={colour} />
}

/** A word on the colour that it stands for. */
export const ColourBadge = ({ label, colour }: { label: string; colour: BadgeColour }) => (
  <Badge variant="transparent" className={classes.badge ?? ''} data-colour={colour}>
    {label}
  </Badge>
)
