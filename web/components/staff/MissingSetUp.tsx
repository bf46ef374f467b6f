import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cagesQuery } from '../../api/queries/cages.ts'
import { coachesQuery } from '../../api/queries/coaches.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import { List, Row } from '../../ui/layout.tsx'
import classes from './MissingSetUp.module.css'
import { useIsAdmin } from './useIsAdmin.ts'

/** What an owner enters before a page has anything to show. */
export type SetUpPart = 'name' | 'contact' | 'hours' | 'cages' | 'coaches' | 'membership'

interface PartTexts {
  readonly missing: string
  /** How it is entered, where the link does not say it. */
  readonly hint?: string
  readonly action: string
  readonly to: '/admin/settings' | '/admin/coaches'
  readonly section?: string
}

const settings = (section: string) => ({ to: '/admin/settings' as const, section })

const texts: Readonly<Record<SetUpPart, PartTexts>> = {
  name: {
    missing: 'Your facility has no name yet.',
    action: 'Enter Name',
    ...settings('contact'),
  },
  contact: {
    missing: 'No address, phone or email yet. Customers can’t find or call you.',
    action: 'Enter Contact',
    ...settings('contact'),
  },
  hours: {
    missing: 'No opening hours yet. Customers can’t book any time.',
    action: 'Enter Opening Hours',
    ...settings('hours'),
  },
  cages: {
    missing: 'No cages and prices yet. There is nothing to book.',
    action: 'Add Cages',
    ...settings('cages'),
  },
  coaches: {
    missing: 'No coaches yet.',
    hint: 'A coach needs no email or account.',
    action: 'Add a Coach',
    to: '/admin/coaches',
  },
  membership: {
    missing: 'No membership price yet. No one can join.',
    action: 'Set Price',
    ...settings('membership'),
  },
}

/**
 * What is still missing of these parts of an empty facility, and where it is entered; for staff who may not, who can.
 * Nothing while that is not known, or once all is there.
 */
export function MissingSetUp({ parts }: { parts: readonly SetUpPart[] }) {
  const missing = useMissing(parts)
  const isAdmin = useIsAdmin()
  if (missing.length === 0) return null
  return (
    <Row as="section" gap="sm" nowrap align="stretch" className={classes.missing} aria-label="Still missing">
      <IconAlertTriangle size={22} aria-hidden className={classes.icon} />
      <List grow className={classes.list}>
        {missing.map((part) => {
          const { missing: text, hint, action, to, section } = texts[part]
          return (
            <li key={part}>
              <span>{isAdmin && hint ? `${text} ${hint}` : text}</span>
              {isAdmin && (
                <Link to={to} search={section ? { section } : {}} className={classes.link}>
                  {action}
                </Link>
              )}
            </li>
          )
        })}
        {!isAdmin && <li>An admin enters this in Settings.</li>}
      </List>
    </Row>
  )
}

/** Those that are known to be missing, in the order asked for. */
function useMissing(parts: readonly SetUpPart[]): SetUpPart[] {
  const facility = useQuery(facilityQuery).data
  const cages = useQuery({ ...cagesQuery, enabled: parts.includes('cages') }).data
  const coaches = useQuery({ ...coachesQuery, enabled: parts.includes('coaches') }).data
  const offer = useQuery({ ...membershipOfferQuery, enabled: parts.includes('membership') }).data
  const isMissing: Record<SetUpPart, boolean> = {
    name: facility?.name === '',
    contact: facility !== undefined && !(facility.street_address && facility.phone && facility.email),
    hours: facility?.opening_hours.length === 0,
    cages: cages?.length === 0,
    coaches: coaches?.length === 0,
    membership: offer?.monthly_price === 0,
  }
  return parts.filter((part) => isMissing[part])
}
