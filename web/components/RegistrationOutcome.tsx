import { Button } from '@mantine/core'
import { calendarFilePath } from '../../shared/domain/time/calendarFile.ts'
import { Dialog } from '../ui/Dialog.tsx'
import dialogContent from '../ui/dialogContent.module.css'
import { BookedLinks } from './BookedLinks.tsx'
import type { RegistrationDialogProps } from './RegistrationDialog.tsx'
import { WithPhone } from './WithPhone.tsx'

/** What `RegistrationDialog` downloads. */
export default function RegistrationOutcome({ outcome, onClose }: RegistrationDialogProps) {
  return (
    <Dialog opened={outcome !== null} onClose={onClose} title={outcome?.title ?? ''}>
      {outcome && (
        <>
          <p className={dialogContent.text} {...(outcome.failed ? { role: 'alert' } : {})}>
            <WithPhone text={outcome.text} />
          </p>
          {outcome.sessions && outcome.sessions.length > 0 && (
            <ul className={dialogContent.list}>
              {outcome.sessions.map((session) => (
                <li key={session}>{session}</li>
              ))}
            </ul>
          )}
          <div className={dialogContent.buttons}>
            {outcome.booked && (
              <BookedLinks {...outcome.booked} calendar={calendarFilePath(outcome.booked.ids)} />
            )}
            {outcome.links}
            {outcome.act?.terms}
            {outcome.act && (
              <Button
                color="stitch.6"
                classNames={{ root: dialogContent.wrapping ?? '', label: dialogContent.wrappingLabel ?? '' }}
                loading={outcome.act.isPending ?? false}
                onClick={outcome.act.onPress}
              >
                {outcome.act.label}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {outcome.close}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
