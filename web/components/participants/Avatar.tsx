import { IconUser } from '@tabler/icons-react'
import classes from './Avatar.module.css'
import { initialsOf } from './people.ts'

/** The initials of a person in place of a photo: none is kept of anybody. */
export function Avatar({ name, isSelf = false }: { name: string; isSelf?: boolean }) {
  return (
    <span className={classes.avatar} data-self={isSelf || undefined} aria-hidden>
      {initialsOf(name) || <IconUser size={24} />}
    </span>
  )
}
