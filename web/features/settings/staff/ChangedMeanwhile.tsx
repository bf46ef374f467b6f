import { Button, VisuallyHidden } from '@mantine/core'
import type { ChangedSettings } from '../../../../shared/contract/facility/facilitySettings.ts'
import dialogContent from '../../../ui/dialogContent.module.css'
import { Stack } from '../../../ui/layout.tsx'
import classes from './Settings.module.css'

/** Someone else saved the same settings first: who, and what they are now. What was entered here is kept. */
export function ChangedMeanwhile({ error, onGoOn }: { error: Error | null; onGoOn: () => Promise<void> }) {
  const details = (error && 'details' in error ? error.details : null) as ChangedSettings | null
  return (
    <div role="alert">
      <p className={dialogContent.text}>
        {details?.changed_by ?? 'Someone else'} changed these settings while you were editing. Your changes
        aren’t saved yet, but they aren’t lost.
      </p>
      <Stack below="md" as="dl" gap="sm" className={classes.changes}>
        {details?.changes.map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{from}</del>
              <VisuallyHidden component="span"> became </VisuallyHidden>
              <span aria-hidden> → </span>
              <ins>{to}</ins>
            </dd>
          </div>
        ))}
      </Stack>
      <div className={dialogContent.buttons}>
        <Button color="stitch.6" onClick={() => void onGoOn()}>
          Continue With Mine
        </Button>
      </div>
    </div>
  )
}
