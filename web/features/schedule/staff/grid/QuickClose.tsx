import { Button, TextInput } from '@mantine/core'
import { call } from '../../../../api/call.ts'
import { touches } from '../../../../api/touches.ts'
import { useForm } from '../../../../components/form/useForm.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { hitText } from '../closeCage.ts'
import type { QuickPlace } from './quickBooking.ts'

interface QuickCloseProps {
  place: QuickPlace
  zone: string
  onClose: () => void
}

/** Takes free cells out of use, for a reason. What was booked there in the meantime is named, and stays. */
export function QuickClose({ place, zone, onClose }: QuickCloseProps) {
  const offerUndo = useOfferUndo()
  const form = useForm({
    values: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: 'Please write a reason.' } : {}),
    async send({ reason }, once) {
      const range = {
        cage_ids: place.cages.map(({ id }) => id),
        start_time: place.start.toISOString(),
        end_time: place.end.toISOString(),
      }
      const { hits } = await call('POST /api/closures/preview', range)
      if (hits.length > 0)
        throw new Error(`Booked there: ${hits.map((hit) => hitText(hit, zone)).join('; ')}.`)
      return once('POST /api/closures', { ...range, reason })
    },
    touches: touches.closures,
    onDone({ closure }) {
      offerUndo({ message: `${place.title}: closed.`, undo: null, closureId: closure.id })
      onClose()
    },
  })
  return (
    <Stack ref={form.element} as="form" gap="sm" onSubmit={form.onSubmit}>
      <TextInput
        label="Reason"
        placeholder="Torn net"
        maxLength={200}
        autoComplete="off"
        autoFocus
        {...form.field('reason')}
      />
      <AttemptError error={form.problem} button="Close" />
      <Button type="submit" color="stitch.6" fullWidth loading={form.isPending}>
        {place.cages.length > 1 ? 'Close Cages' : 'Close Cage'}
      </Button>
    </Stack>
  )
}
