import { Checkbox } from '@mantine/core'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Grid, Text } from '../../../ui/layout.tsx'
import classes from './KeysDialog.module.css'
import { scheduleKeys } from './scheduleKeys.ts'

const keyNames: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' }

interface KeysDialogProps {
  opened: boolean
  onClose: () => void
  wanted: boolean
  onWanted: (wanted: boolean) => void
}

/** The search's keys and those of the schedule, and the way to turn them off (WCAG 2.1.4). */
export const KeysDialog = ({ opened, onClose, wanted, onWanted }: KeysDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Keyboard Shortcuts">
    <Grid as="dl" gap={6} className={classes.keys}>
      <div>
        <dt>
          <kbd>Ctrl K</kbd>
        </dt>
        <dd>Search everything, from any page</dd>
      </div>
      {scheduleKeys.map(({ key, text }) => (
        <div key={key} data-off={!wanted || undefined}>
          <dt>
            <kbd>{keyNames[key] ?? key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Grid>
    <Text tone="dim" size="sm">
      The others work in the schedule. There the arrow keys also move between bookings and Enter opens what
      can be done with one.
    </Text>
    <Checkbox
      label="Use the schedule’s keys on this device"
      checked={wanted}
      onChange={({ currentTarget }) => onWanted(currentTarget.checked)}
    />
  </Dialog>
)
