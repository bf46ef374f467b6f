import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../../api/read.ts'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../components/staff/whenText.ts'
import { Grid } from '../../../ui/layout.tsx'
import classes from './Inbox.module.css'

interface AboutSenderProps {
  email: string | null
  phone: string
  zone: string
}

/** What somebody with this address, or else this number, has booked and was mailed; nothing where there is none. */
export function AboutSender({ email, phone, zone }: AboutSenderProps) {
  const search_query = email ?? phone
  const bookings =
    useQuery(read('GET /api/admin/bookings', { search_query, page_size: '4' })).data?.items ?? []
  const found = useQuery({
    ...read('GET /api/admin/messages', { search_query, page_size: '6' }),
    enabled: email !== null,
  }).data?.items
  // What was replied is in the thread, and what was mailed to the facility is the message itself.
  const mails = (found ?? []).filter(
    ({ to_email, template }) => to_email === email && template !== 'contact-reply',
  )
  return (
    <Grid gap="sm" above="sm" className={classes.about}>
      {bookings.length > 0 && (
        <section>
          <h3>Bookings</h3>
          <ul>
            {bookings.map((booking) => (
              <li key={booking.id}>
                <Link to="/admin/bookings" search={{ open: booking.id }}>
                  {booking.item_name}
                </Link>
                <span>{whenText(booking.start_time, zone)}</span>
                <StatusBadge status={booking.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {mails.length > 0 && (
        <section>
          <h3>Mail</h3>
          <ul>
            {mails.slice(0, 4).map((mail) => (
              <li key={mail.id}>
                <Link to="/admin/messages" search={{ tab: 'sent', open: mail.id }}>
                  {mail.subject}
                </Link>
                <span>{whenText(mail.sent_at ?? mail.created_at, zone)}</span>
                <StatusBadge status={mail.state} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Grid>
  )
}
