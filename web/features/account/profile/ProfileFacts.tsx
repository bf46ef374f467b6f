import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Profile } from '../../../../shared/contract/accounts.ts'
import classes from './Profile.module.css'

/** The role capitalised, User where there is none (spec 2 §2). */
const roleText = (role: string): string => (role ? role.charAt(0).toUpperCase() + role.slice(1) : 'User')

interface ProfileFactsProps {
  profile: Profile
  /** Gives the focus to Edit: the form that had it is gone. */
  focusEdit: boolean
  onEdit: () => void
}

/** The profile to be read. */
export function ProfileFacts({ profile, focusEdit, onEdit }: ProfileFactsProps) {
  return (
    <>
      <div className={classes.head}>
        <h3 id="details-heading" className={classes.heading}>
          Your details
        </h3>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={onEdit}
          aria-label="Edit profile"
          autoFocus={focusEdit}
        >
          Edit
        </Button>
      </div>
      <dl className={classes.facts}>
        <dt>Full Name</dt>
        <dd>{profile.full_name}</dd>
        <dt>Email</dt>
        <dd>{profile.email}</dd>
        <dt>Phone</dt>
        <dd>{profile.phone_number ?? <span className={classes.none}>Not given</span>}</dd>
        <dt>Role</dt>
        <dd>{roleText(profile.role)}</dd>
      </dl>
    </>
  )
}
