import { IconMedicalCross, IconSignature } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ArrivalAsk } from '../../../../shared/contract/bookings/scheduleDay.ts'
import { missingCareText } from '../../../../shared/domain/people/missingCare.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import { read } from '../../../api/read.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Row } from '../../../ui/layout.tsx'
import { lazyExtra } from '../../../ui/lazyExtra.ts'
import { Care } from '../../goodToKnow/staff/CareNote.tsx'
import { waiverText } from '../../waivers/staff/waiverText.ts'
import classes from './ToAsk.module.css'

const HandOverDialog = lazyExtra(() => import('../../waivers/staff/HandOverDialog.tsx'))

/** What a press opens: the waiver to hand over, or the medical note and the contacts. */
export type Ask = 'waiver' | 'care'

interface ToAskProps {
  of: Pick<ArrivalAsk, 'name' | 'unsigned' | 'missing_care' | 'has_note'>
  /** Without it nothing is pressed: the record is gone. */
  onAsk: ((ask: Ask) => void) | undefined
  /** For a coach, who hands nothing over and has the note in the lesson's details. */
  readOnly?: boolean
}

/** What to ask the person who brings them: a signature, whom to call, a medical note. */
export function ToAsk({ of: { name, unsigned, missing_care, has_note }, onAsk, readOnly }: ToAskProps) {
  const care = missingCareText(missing_care)
  const waiver = waiverText(unsigned)
  return (
    <>
      {has_note && readOnly && (
        <span className={classes.ask}>
          <IconMedicalCross size={14} aria-hidden />
          Medical note
        </span>
      )}
      {has_note && onAsk && !readOnly && (
        <button
          type="button"
          className={classes.note}
          aria-label={`Medical note of ${name}`}
          onClick={() => onAsk('care')}
        >
          <IconMedicalCross size={16} stroke={3} aria-hidden />
        </button>
      )}
      {waiver && onAsk && !readOnly && (
        <button
          type="button"
          className={classes.ask}
          aria-label={`${waiver}: hand it over for ${name}`}
          onClick={() => onAsk('waiver')}
        >
          <IconSignature size={14} aria-hidden />
          {waiver}
        </button>
      )}
      {waiver && readOnly && <span className={classes.ask}>{waiver}</span>}
      {care && <span className={classes.ask}>{care}</span>}
    </>
  )
}

interface AskDialogsProps {
  ask: Ask | undefined
  person: { readonly id: string; readonly name: string } | undefined
  onClose: () => void
}

/** What a press on `ToAsk` opens. A person who has signed since is not asked again. */
export function AskDialogs({ ask, person, onClose }: AskDialogsProps) {
  const queryClient = useQueryClient()
  return (
    <>
      {/* Its own: what it is opened from stays as it is while it loads. */}
      <Suspense fallback={null}>
        {ask === 'waiver' && person && (
          <HandOverDialog
            participant={person}
            onClose={() => {
              onClose()
              void queryClient.invalidateQueries({ queryKey: queryKeys.staff })
            }}
          />
        )}
      </Suspense>
      <Dialog opened={ask === 'care'} onClose={onClose} title={`Medical Note: ${person?.name ?? ''}`}>
        {ask === 'care' && person && <Care participantId={person.id} name={person.name} />}
      </Dialog>
    </>
  )
}

export const arrivalAsksQuery = (day: string) => read('GET /api/staff/arrival-asks', { schedule_date: day })

interface ArrivalAsksProps {
  /** The facility day of the booking or lesson. */
  day: string
  /** Any of its ids. */
  ids: readonly string[]
  readOnly?: boolean
}

/** The same for the person who comes to a booking or lesson, with its dialogs; nothing where there is nothing to ask. */
export function ArrivalAsks({ day, ids, readOnly = false }: ArrivalAsksProps) {
  const found = useQuery(arrivalAsksQuery(day)).data?.find(({ booking_id }) => ids.includes(booking_id))
  const [ask, setAsk] = useState<Ask>()
  if (!found) return null
  return (
    <Row as="span" gap={4} className={classes.asks}>
      <ToAsk of={found} onAsk={setAsk} readOnly={readOnly} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys in the dialogs are not those of what is behind them */}
      <span onKeyDown={(event) => event.stopPropagation()}>
        <AskDialogs
          ask={ask}
          person={{ id: found.participant_id, name: found.name }}
          onClose={() => setAsk(undefined)}
        />
      </span>
    </Row>
  )
}
