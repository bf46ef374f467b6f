import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { read } from '../../../api/read.ts'
import { useIsAdmin } from '../../../components/staff/useIsAdmin.ts'
import { Row, textLink } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import classes from './Members.module.css'

/** What is offered to new members, and how many there are. Only admins change the terms (decision 32). */
export function MembershipFigures() {
  const figures = useQuery(read('GET /api/admin/memberships/figures'))
  const isAdmin = useIsAdmin()
  if (figures.error) {
    return (
      <ErrorAlert
        error={figures.error}
        text="The figures could not be loaded."
        onRetry={() => void figures.refetch()}
      />
    )
  }
  if (!figures.data) return <Skeleton height={84} />
  const { counts, founders_cap, spots_left, monthly_price, on_sale } = figures.data
  const members = counts.active + counts.trialing + counts.canceling + counts.frozen + counts.past_due
  return (
    <Row as="section" className={classes.figures} aria-label="Membership at a glance">
      <Row as="dl" align="stretch" className={classes.facts}>
        <div>
          <dt>Members</dt>
          <dd>{members}</dd>
        </div>
        <div>
          <dt>Past Due</dt>
          <dd>{counts.past_due}</dd>
        </div>
        <div>
          <dt>Frozen</dt>
          <dd>{counts.frozen}</dd>
        </div>
        <div>
          <dt>Founders Spots Left</dt>
          <dd>
            {spots_left === 0 ? 'Full' : spots_left} / {founders_cap}
          </dd>
        </div>
        <div>
          <dt>Price for New Members</dt>
          <dd>{on_sale ? formatAmount(monthly_price) : 'Not sold online'}</dd>
        </div>
      </Row>
      {isAdmin && (
        <Link
          to="/admin/settings"
          search={{ section: 'membership' }}
          className={`${textLink} ${classes.terms}`}
        >
          Change cap, price and terms
        </Link>
      )}
    </Row>
  )
}
