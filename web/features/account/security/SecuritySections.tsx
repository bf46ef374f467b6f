import type { Profile } from '../../../../shared/contract/accounts.ts'
import { CalendarSection } from './CalendarSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { DownloadSection } from './DownloadSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import classes from './Security.module.css'

/** Who can get into the account and with what; and what is kept of the person, to be taken along or deleted. */
export default function SecuritySections({ profile }: { profile: Profile }) {
  return (
    <>
      <h3 className={classes.group}>Sign-in and security</h3>
      <div className={classes.sections}>
        <EmailSection email={profile.email} />
        <PasswordSection email={profile.email} />
        <DevicesSection />
      </div>
      <h3 className={classes.group}>Your data</h3>
      <div className={classes.sections}>
        <CalendarSection />
        <DownloadSection />
        <DeleteSection />
      </div>
    </>
  )
}
