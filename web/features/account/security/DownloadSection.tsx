import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { loadMyData } from '../../../api/security.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import classes from './Security.module.css'
import { SecurityCard } from './SecurityParts.tsx'
import { saveFile } from './saveFile.ts'

/** Everything that is kept of the person, as a file. */
export function DownloadSection() {
  const download = useMutation({
    mutationFn: loadMyData,
    onSuccess: ({ file, name }) => saveFile(file, name),
  })
  return (
    <SecurityCard icon={IconDownload} title="Download your data">
      <p className={classes.line}>
        Your profile, bookings, lessons, registrations, payments, devices and messages in one file (JSON).
      </p>
      <FormNotice notice={download.error ? { kind: 'error', text: download.error.message } : undefined} />
      <div className={classes.actions}>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
      </div>
    </SecurityCard>
  )
}
