import { Button, VisuallyHidden } from '@mantine/core'
import type { ChangedSettings } from '../../../../shared/contract/facility/facilitySettings.ts'
import { Actions, Stack, Text } from '../../../ui/layout.tsx'
import classes from './Settings.module.css'

/** Someone else saved the same settings first: who, and what they are now. What was entered here is kept. */
export function ChangedMeanwhile({ error, onGoOn }: { error: Error | null; onGoOn: () => Promise<void> }) {
  const details = (error && 'details' in error ? error.details : null) as ChangedSettings | null
  return (
    <div role="alert">
      <Text below="lg">
        {details?.changed_by ?? 'Someone else'} changed these settings while you were editing. Your changes
        aren’t saved yet, but they aren’t lost.
      </Text>
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
      <Actions>
        <Button color="stitch.6" onClick={() => void onGoOn()}>
          Continue With Mine
        </Button>
      </Actions>
    </div>
  )
}
