import { Skeleton } from '@mantine/core'
import { IconClock, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { formatHours, weekInGroups } from '../../../shared/domain/facility/openingHours.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { DirectionsLink } from '../../components/DirectionsLink.tsx'
import { FacilityProblem } from '../../components/FacilityProblem.tsx'
import { PhoneLink } from '../../components/PhoneLink.tsx'
import { Box, Heading, Panel } from '../../ui/layout.tsx'
import classes from './ContactDetails.module.css'

/** How many of the coming days with other hours are told. */
const specialDaysShown = 4

/** Phone, e-mail, address and hours, all from the facility's data (spec 1 §2.7, decision 7). */
export function ContactDetails({ facility, failed }: { facility: Facility | undefined; failed: boolean }) {
  if (!facility && failed) {
    return (
      <Panel as="div" className={classes.panel} role="alert">
        <FacilityProblem />
      </Panel>
    )
  }
  if (!facility) {
    return (
      <Panel as="div" className={classes.panel} aria-busy>
        <Skeleton height="24rem" className={classes.pending} />
      </Panel>
    )
  }
  return (
    <Panel as="div" className={classes.panel}>
      {facility.phone && (
        <Detail icon={<IconPhone aria-hidden />} title="Phone">
          <PhoneLink phone={facility.phone} className={classes.link} />
        </Detail>
      )}
      {facility.email && (
        <Detail icon={<IconMail aria-hidden />} title="Email">
          <a className={classes.link} href={`mailto:${facility.email}`}>
            <EmailAddress email={facility.email} />
          </a>
        </Detail>
      )}
      {facility.street_address && (
        <Detail icon={<IconMapPin aria-hidden />} title="Address">
          <address className={classes.address}>
            {facility.street_address}
            <br />
            {facility.city}, {facility.state} {facility.postal_code}
          </address>
          <DirectionsLink facility={facility} className={classes.directions}>
            DIRECTIONS
          </DirectionsLink>
        </Detail>
      )}
      <Detail icon={<IconClock aria-hidden />} title="Hours">
        {facility.opening_soon && facility.opening_hours.length === 0 ? (
          'Opening soon'
        ) : (
          <Hours facility={facility} />
        )}
      </Detail>
    </Panel>
  )
}

/** An e-mail address that breaks after its @ where the panel is narrow. */
function EmailAddress({ email }: { email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function Hours({ facility }: { facility: Facility }) {
  const special = facility.special_days.slice(0, specialDaysShown)
  return (
    <dl className={classes.hours}>
      {weekInGroups(facility.opening_hours).map(({ days, hours }) => (
        <div key={days}>
          <dt>{days}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
      {special.map(({ date, opens, closes, reason }) => (
        <div key={date} className={classes.special}>
          <dt>{[formatDay(date), reason].filter(Boolean).join(' · ')}</dt>
          <dd>{formatHours(opens && closes ? { opens, closes } : null)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Detail({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Box as="section" shrinks>
      <Heading below={4} size="sm" className={classes.title}>
        {icon}
        {title}
      </Heading>
      {children}
    </Box>
  )
}
