import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCall } from '../../../api/useAttempt.ts'
import { QrCode } from '../../../components/QrCode.tsx'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import linkClasses from '../../../components/staff/InvitationLinkDialog.module.css'
import { CopyLinkButton } from '../../../components/staff/InvitationLinkDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Actions, Text } from '../../../ui/layout.tsx'

interface HandOverDialogProps {
  participant: { readonly id: string; readonly name: string }
  onClose: () => void
}

/** A link with which a parent signs on their own phone, or here: staff never sign for others (decision 42). */
export default function HandOverDialog({ participant, onClose }: HandOverDialogProps) {
  const { id, name } = participant
  const making = useCall('POST /api/staff/waiver-handovers')
  const [url, setUrl] = useState<string>()
  const make = useEffectEvent(async () => {
    const outcome = await making.attempt({ participant_id: id })
    if (outcome && 'answer' in outcome) setUrl(outcome.answer.url)
  })
  useEffect(() => void make(), [])
  const states = useQuery({
    ...read('GET /api/staff/waiver-states', { participant_ids: id }),
    refetchInterval: 3_000,
    staleTime: 0,
  })
  const isSigned = states.isFetchedAfterMount && states.data?.[0]?.missing.length === 0
  if (isSigned)
    return (
      <Dialog opened onClose={onClose} title={`Waiver for ${name}`}>
        <Text below="lg" role="status">
          Signed. Nothing is missing for {name}.
        </Text>
        <Actions>
          <Button onClick={onClose}>Done</Button>
        </Actions>
      </Dialog>
    )
  return (
    <Dialog opened onClose={onClose} title={`Waiver for ${name}`}>
      <Text below="lg">
        {name}, or a parent, signs on their own phone: they scan the code or open the link. It works for a
        day.
      </Text>
      {url && <QrCode text={url} label="The link as a QR code" className={linkClasses.qr} />}
      <AttemptError error={making.error} button="Make Link" />
      <Actions>
        {url && <CopyLinkButton url={url} />}
        {url && (
          <Button
            variant="default"
            renderRoot={(props) => <a href={url} target="_blank" rel="noopener noreferrer" {...props} />}
          >
            Open Here
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}
