import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonPage as Person } from '../../../../../shared/contract/people/personPage.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { Row } from '../../../../ui/layout.tsx'
import { CreateBookingDialog } from '../../../bookings/staff/CreateBookingDialog.tsx'
import { TakePaymentDialog } from '../../../payments/staff/TakePayment.tsx'
import classes from './PersonHead.module.css'

/** What the desk does most often for a person on the phone: book, and take what is owed. */
export function PersonActions({ person }: { person: Person }) {
  const [task, setTask] = useState<'book' | 'pay'>()
  const [firstName = person.full_name] = person.full_name.split(' ')
  const endTask = () => setTask(undefined)
  return (
    <Row align="stretch" className={classes.actions}>
      <Button
        color="stitch.6"
        leftSection={<IconCalendarPlus size={20} aria-hidden />}
        onClick={() => setTask('book')}
      >
        Book for {firstName}
      </Button>
      {person.unpaid_items.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconCash size={20} aria-hidden />}
          onClick={() => setTask('pay')}
        >
          Take Payment of {formatDollars(centsFromDollars(person.owed))}
        </Button>
      )}
      <CreateBookingDialog
        of={task === 'book' ? { person: { id: person.id, full_name: person.full_name } } : undefined}
        onClose={endTask}
        onCreated={endTask}
      />
      <TakePaymentDialog person={task === 'pay' ? person.id : undefined} onClose={endTask} />
    </Row>
  )
}
