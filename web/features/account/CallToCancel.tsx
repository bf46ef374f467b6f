import { PhoneLink } from '../contact/PhoneLink.tsx'
import classes from './ItemList.module.css'

interface CallToCancelProps {
  phone: string
  /** What someone else can have then. */
  what: 'place' | 'spot'
}

/** How seats are canceled, which nobody does by themselves: the same sentence as in their confirmation. */
export function CallToCancel({ phone, what }: CallToCancelProps) {
  return (
    <p className={classes.note}>
      Your plans changed? Call us at <PhoneLink phone={phone} className={classes.phone} /> and someone else
      can have the {what}.
    </p>
  )
}
