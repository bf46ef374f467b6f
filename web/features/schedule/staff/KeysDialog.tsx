import { Checkbox } from '@mantine/core'
import { Dialog } from '../../../ui/Dialog.tsx'
import classes from './KeysDialog.module.css'
import { scheduleKeys } from './scheduleKeys.ts'

const keyNames: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' }

interface KeysDialogProps {
  opened: boolean
  onClose: () => void
  wanted: boolean
  onWanted: (wanted: boolean) => void
}

/** The keys of the schedule, and the way to turn them off (WCAG 2.1.4). */
export const KeysDialog = ({ opened, onClose, wanted, onWanted }: KeysDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
    <dl className={classes.keys}>
      {scheduleKeys.map(({ key, text }) => (
        <div key={key} data-off={!wanted || undefined}>
          <dt>
            <kbd>{keyNames[key] ?? key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className={classes.note}>
      In the schedule itself the arrow keys move between bookings and Enter opens what can be done with one.
    </p>
    <Checkbox
      label="Use these keys on this device"
      checked={wanted}
      onChange={({ currentTarget }) => onWanted(currentTarget.checked)}
    />
  </Dialog>
)
