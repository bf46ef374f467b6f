import { useState } from 'react'
import type { Profile } from '../../../../shared/contract/accounts.ts'
import { TabSection } from '../ItemList.tsx'
import { MembershipSection } from './MembershipSection.tsx'
import classes from './Profile.module.css'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** Who the customer is, and the membership (spec 2 §2). */
export function ProfileTab({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  return (
    <TabSection title="Profile">
      <div className={classes.sections}>
        <section className={classes.section} aria-labelledby="details-heading">
          {editing ? (
            <ProfileForm
              profile={profile}
              onDone={() => {
                setWasEditing(true)
                setEditing(false)
              }}
            />
          ) : (
            <ProfileFacts profile={profile} focusEdit={wasEditing} onEdit={() => setEditing(true)} />
          )}
        </section>
        <MembershipSection />
      </div>
    </TabSection>
  )
}
