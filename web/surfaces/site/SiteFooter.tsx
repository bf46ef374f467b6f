import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { weekInGroups } from '../../../shared/domain/facility/openingHours.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { DirectionsLink } from '../../components/DirectionsLink.tsx'
import { FacilityProblem } from '../../components/FacilityProblem.tsx'
import { phoneHref } from '../../components/phone.ts'
import { ColorSchemeSwitch } from '../../ui/ColorSchemeSwitch.tsx'
import { List, Row } from '../../ui/layout.tsx'
import { quickLinks } from './navigation.ts'
import classes from './SiteFooter.module.css'

/** Quick links, where the facility is, how to reach it and when it is open (spec 1 §2.2, decision 7). */
export function SiteFooter() {
  const { data: facility } = useQuery(facilityQuery)
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <Column title="Quick Links" className={classes.tall}>
          <QuickLinks own={facility?.footer_links} />
        </Column>
        {facility ? <FacilityColumns facility={facility} /> : <FacilityProblem />}
      </div>
      <Row gap="md" apart className={classes.end}>
        {facility?.logo && <img {...facility.logo.dark} alt="" />}
        <span>{facility?.name}</span>
        <ColorSchemeSwitch />
      </Row>
    </footer>
  )
}

/** @param props.own the owner's links, in place of the list of all pages; the router tells addresses of other sites by themselves. */
const QuickLinks = ({ own }: { own: Facility['footer_links'] }) => (
  <List>
    {(own ?? quickLinks).map(({ label, to }) => (
      <li key={label}>
        <Link to={to} className={classes.link}>
          {label}
        </Link>
      </li>
    ))}
  </List>
)

function FacilityColumns({ facility }: { facility: Facility }) {
  return (
    <>
      {facility.opening_hours.length > 0 && (
        <Column title="Hours">
          <dl className={classes.hours}>
            {weekInGroups(facility.opening_hours).map(({ days, hours }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{hours}</dd>
              </div>
            ))}
          </dl>
        </Column>
      )}
      {(facility.street_address || facility.phone || facility.email) && (
        <Column title="Find Us" className={classes.wide}>
          <address className={classes.address}>
            {facility.street_address && (
              <DirectionsLink facility={facility} className={classes.link}>
                {facility.street_address}
                <br />
                {facility.city}, {facility.state} {facility.postal_code}
              </DirectionsLink>
            )}
            {facility.phone && (
              <a className={classes.link} href={phoneHref(facility.phone)}>
                {facility.phone}
              </a>
            )}
            {facility.email && (
              <a className={classes.link} href={`mailto:${facility.email}`}>
                {facility.email}
              </a>
            )}
          </address>
        </Column>
      )}
      {facility.social_links.length > 0 && (
        <Column title="Follow Us">
          <List>
            {facility.social_links.map(({ label, url }) => (
              <li key={url}>
                <a className={classes.link} href={url} target="_blank" rel="noopener noreferrer">
                  {label}
                </a>
              </li>
            ))}
          </List>
        </Column>
      )}
    </>
  )
}

interface ColumnProps {
  title: string
  className?: string | undefined
  children: ReactNode
}

function Column({ title, className, children }: ColumnProps) {
  return (
    <section className={className}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  )
}
