import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionAudienceQuery } from '../../../api/queries/reminders.ts'
import { Audience } from '../../../components/staff/reminders/Audience.tsx'
import { MessageEveryoneButton } from '../../../components/staff/reminders/MessageEveryoneButton.tsx'
import type { ReminderTarget } from '../../../components/staff/reminders/ReminderTarget.ts'
import { RunProgress } from '../../../components/staff/reminders/RunProgress.tsx'
import { SendReminderButton } from '../../../components/staff/reminders/SendReminderButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Heading, Panel, Row, Text } from '../../../ui/layout.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import classes from './ProgramPage.module.css'

type Target = ReminderTarget & { about: 'camp' | 'class'; count: number }

/** Who hears of it, what they got before, and both ways to write to all of them. */
export function ProgramMessages(target: Target) {
  const { about, aboutId } = target
  const audience = useQuery(sessionAudienceQuery(about, aboutId))
  const [run, setRun] = useState<string>()
  return (
    <Panel padded gap="md" className={classes.narrow}>
      <Heading as="h2" size="md">
        {target.title}
      </Heading>
      <Row>
        <SendReminderButton {...target} />
        <MessageEveryoneButton {...target} />
      </Row>
      <Loaded query={audience} height={180}>
        {(found) =>
          found.recipients.length === 0 && found.unreachable.length === 0 ? (
            <Text tone="dim">No one is registered yet, so there’s no one to write to.</Text>
          ) : (
            <Audience audience={found} onOpenRun={setRun} />
          )
        }
      </Loaded>
      <Dialog opened={run !== undefined} onClose={() => setRun(undefined)} title="Sent Before" long>
        {run && <RunProgress runId={run} undo={null} onClose={() => setRun(undefined)} />}
      </Dialog>
    </Panel>
  )
}
