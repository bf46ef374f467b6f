import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readPages } from '../../../../api/read.ts'
import { pagedList } from '../../../../ui/staff/listState.ts'
import { BookingRecord } from './BookingRecord.tsx'
import { Card, PagedRecords } from './PagedRecords.tsx'
import classes from './PersonParts.module.css'
import type { PersonTabProps } from './personTabs.ts'

const parts = { upcoming: 'Upcoming', past: 'Past' } as const

/** What the person and their people have booked, of every kind. */
export function BookingsTab({ person, zone }: PersonTabProps) {
  const [when, setWhen] = useState<keyof typeof parts>('upcoming')
  const list = pagedList(
    useInfiniteQuery(readPages('GET /api/admin/people/:user_id/bookings', { user_id: person.id, when })),
  )
  return (
    <Card
      title="Bookings"
      action={
        <fieldset className={classes.switch} aria-label="Which bookings">
          {(['upcoming', 'past'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className={classes.choice}
              aria-pressed={when === one}
              onClick={() => setWhen(one)}
            >
              {parts[one]}
            </button>
          ))}
        </fieldset>
      }
    >
      <PagedRecords
        key={when}
        label="Bookings"
        list={list}
        keyOf={({ id }) => id}
        empty={<p>{when === 'upcoming' ? 'Nothing booked. Use “Book for” above.' : 'No past bookings.'}</p>}
      >
        {(booking) => <BookingRecord booking={booking} zone={zone} />}
      </PagedRecords>
    </Card>
  )
}
