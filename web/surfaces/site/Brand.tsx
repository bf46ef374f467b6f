import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { facilityQuery } from '../../api/queries/facility.ts'
import classes from './Brand.module.css'

/** Logo and name of the facility; leads home. */
export function Brand() {
  const { data: facility } = useQuery(facilityQuery)
  return (
    <Link to="/" className={classes.brand} aria-label={facility ? `${facility.name}, home` : 'Home'}>
      {/* Not logo.svg, which follows the system's colours: the header is navy in both. */}
      <img src="/favicon.svg" alt="" width={40} height={40} />
      <span className={classes.name}>{facility?.name}</span>
    </Link>
  )
}
