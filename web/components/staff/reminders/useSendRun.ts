import { useState } from 'react'
import type { SentToday } from '../../../../shared/contract/messages/reminders.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { touches } from '../../../api/touches.ts'
import { type Once, useAttempt } from '../../../api/useAttempt.ts'
import type { SentRun } from './RunProgress.tsx'

/** Who gets a second reminder of the same day: those without one, or everyone. */
export type Repeat = 'new' | 'everyone'

interface SendRunOptions {
  readonly send: (
    choice: { repeat?: Repeat },
    once: Once,
  ) => Promise<{ run_id: string; undo: SentRun['undo'] }>
  readonly onSent: (run: SentRun) => void
}

/** Sends a reminder or message to everybody. Where the same went out today, `earlier` says so, and `press` says who gets it again. */
export function useSendRun({ send, onSent }: SendRunOptions) {
  const [earlier, setEarlier] = useState<SentToday>()
  const { attempt, isPending, error } = useAttempt({ send, touches: touches.reminders })
  async function press(repeat?: Repeat) {
    const outcome = await attempt(repeat ? { repeat } : {})
    if (!outcome) return
    if ('answer' in outcome) return onSent({ runId: outcome.answer.run_id, undo: outcome.answer.undo })
    if (isRefusal(outcome.error, 'reminder_sent_today')) setEarlier(outcome.error.details as SentToday)
  }
  return { earlier, press: (repeat?: Repeat) => void press(repeat), isPending, error }
}
