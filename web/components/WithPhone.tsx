import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../api/queries/facility.ts'
import { phoneHref } from './phone.ts'
import classes from './WithPhone.module.css'

/** A sentence in which the facility's phone number is a link that calls it. */
export function WithPhone({ text }: { text: string }) {
  const phone = useQuery(facilityQuery).data?.phone
  const [before, ...after] = phone ? text.split(phone) : [text]
  if (!phone || after.length === 0) return text
  return (
    <>
      {before}
      <a className={classes.phone} href={phoneHref(phone)}>
        {phone}
      </a>
      {after.join(phone)}
    </>
  )
}
