import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { touches } from '../../../api/touches.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { payableOf, seenItems, setPending } from '../../payments/staff/payableOf.ts'
import { TakePaymentDialog } from '../../payments/staff/TakePayment.tsx'
import { CustomerSummary } from './CustomerSummary.tsx'
import { type CustomerGroup, customerGroups } from './customerGroups.ts'
import classes from './DaySummary.module.css'
import { entryPresses, type PressedEntry } from './entryPresses.ts'

interface DaySummaryProps {
  day: string
  bookings: readonly ListedBooking[]
  isFiltered: boolean
  zone: string
  onPress: (pressed: PressedEntry) => void
}

/** What each customer has on the day, what it costs together and what of it is paid (spec 3 §2, Detailed Booking Summary). */
export const DaySummary = memo(function DaySummary({
  day,
  bookings,
  isFiltered,
  zone,
  onPress,
}: DaySummaryProps) {
  const groups = customerGroups(bookings)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [paying, setPaying] = useState<CustomerGroup>()
  const isAllOpen = groups.length > 0 && groups.every(({ key }) => opened.has(key))
  const toggle = (key: string) =>
    setOpened(new Set(opened.has(key) ? [...opened].filter((one) => one !== key) : [...opened, key]))
  return (
    <Stack above="md" as="section" gap={8} aria-labelledby="day-summary">
      <Row gap={8} apart>
        <h2 id="day-summary" className={classes.title}>
          Detailed Booking Summary
        </h2>
        {groups.length > 1 && (
          <Button
            variant="subtle"
            onClick={() => setOpened(new Set(isAllOpen ? [] : groups.map(({ key }) => key)))}
          >
            {isAllOpen ? 'Collapse All' : 'Expand All'}
          </Button>
        )}
      </Row>
      {groups.length === 0 ? (
        <p className={classes.none}>
          {isFiltered ? 'Nothing on this day matches.' : 'Nothing is booked on this day.'}
        </p>
      ) : (
        <ul className={classes.groups} {...entryPresses(onPress)}>
          {groups.map((group) => (
            <SettledGroup
              key={group.key}
              day={day}
              zone={zone}
              group={group}
              opened={opened.has(group.key)}
              onToggle={() => toggle(group.key)}
              onPay={() => setPaying(group)}
            />
          ))}
        </ul>
      )}
      <TakePaymentDialog of={paying?.bookings.flatMap(payableOf)} onClose={() => setPaying(undefined)} />
    </Stack>
  )
})

interface SettledGroupProps {
  day: string
  zone: string
  group: CustomerGroup
  opened: boolean
  onToggle: () => void
  onPay: () => void
}

/** One customer, whose bookings are paid, or set to pending payment, together. */
function SettledGroup({ group, onPay, ...props }: SettledGroupProps) {
  const { attempt, isPending, error } = useAttempt({
    send: setPending,
    touches: touches.staff,
    pendingUntilRefreshed: true,
  })
  const offerUndo = useOfferUndo()
  async function change(state: 'paid' | 'pending payment') {
    if (state === 'paid') return onPay()
    const outcome = await attempt({ items: group.bookings.flatMap(seenItems) })
    if (outcome && 'answer' in outcome) offerUndo(outcome.answer)
  }
  return (
    <CustomerSummary
      {...props}
      group={group}
      change={{ onState: (state) => void change(state), isPending, error }}
    />
  )
}
