import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Profile } from '../../../../shared/contract/accounts/accounts.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { withProof } from '../../../api/proof.ts'
import { loadMyData, saveFrom } from '../../../api/security.ts'
import { Grid, Text } from '../../../ui/layout.tsx'
import { Refusal } from '../../accounts/FormNotice.tsx'
import { CalendarSection } from './CalendarSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import classes from './Security.module.css'
import { SecurityCard } from './SecurityCard.tsx'

/** Sign-in and devices, and the customer's data: calendar, download, deletion. */
export default function SecuritySections({ profile }: { profile: Profile }) {
  return (
    <>
      <h3 className={classes.group}>Login and Security</h3>
      <Grid className={classes.sections}>
        <EmailSection email={profile.email} />
        <PasswordSection email={profile.email} />
        <SecondFactorSection />
        <DevicesSection />
      </Grid>
      <h3 className={classes.group}>Your Data</h3>
      <Grid className={classes.sections}>
        <CalendarSection />
        <DownloadSection />
        <DeleteSection />
      </Grid>
      <ProofDialog />
    </>
  )
}

/** Downloads everything that is kept of the customer, as a file. */
function DownloadSection() {
  const download = useMutation({
    mutationFn: () => withProof(loadMyData),
    onSuccess: ({ file, name }) => saveFile(file, name),
  })
  // Who does not give the proof knows why there is no file.
  const failure = isRefusal(download.error, 'proof_required') ? null : download.error
  return (
    <SecurityCard icon={IconDownload} title="Download Your Data">
      <Text breaks>
        Your profile, bookings, lessons, registrations, payments, devices and messages in one file (JSON).
      </Text>
      <Refusal error={failure} />
      <div className={classes.actions}>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download My Data
        </Button>
      </div>
    </SecurityCard>
  )
}

/** Adds a file to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  // Some browsers read it only after the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
