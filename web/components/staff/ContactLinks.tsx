import { IconMail, IconPhone } from '@tabler/icons-react'
import { List } from '../../ui/layout.tsx'
import { phoneHref } from '../phone.ts'
import classes from './ContactLinks.module.css'

interface ContactLinksProps {
  email: string | null
  phone: string | null
  /** Side by side where there is room, without a frame. */
  inline?: boolean
}

/** How to reach a person: what staff open the details for most often, large enough for a thumb. */
export const ContactLinks = ({ email, phone, inline = false }: ContactLinksProps) => (
  <List className={classes.links} data-inline={inline || undefined} aria-label="Contact">
    <li>
      <IconMail size={20} aria-hidden />
      {email ? <a href={`mailto:${email}`}>{email}</a> : <span>No email</span>}
    </li>
    <li>
      <IconPhone size={20} aria-hidden />
      {phone ? <a href={phoneHref(phone)}>{phone}</a> : <span>No phone</span>}
    </li>
  </List>
)
