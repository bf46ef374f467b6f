import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { noConnection } from '../../api/apiError.ts'
import type { CardAnswer, CardConfirmation } from './cardConfirmation.ts'
import {
  canPay,
  mayBeCharged,
  nextPaymentState,
  type PaymentFormState,
  type Recovery,
} from './paymentStates.ts'
import {
  isBlocked,
  leftCheck,
  notReady,
  paymentFailed,
  sentenceOf,
  somethingWrong,
  unexpectedWhileProcessing,
} from './paymentTexts.ts'

/** What our server did with a card that the provider has taken. */
export type Accepted =
  | { readonly kind: 'done' }
  /** The bank takes its time. */
  | { readonly kind: 'pending' }
  /** Nothing has been taken yet: the form waits for a card. */
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string; readonly recovery: Recovery }

interface OurSide {
  /** Carries out what follows once the provider has taken the card; may be asked again. */
  onAccepted: (paymentMethodId: string | null) => Promise<Accepted>
  /** Asks our server when the provider's answer was lost or the intent was used elsewhere; by default the provider is asked. */
  onUnsure?: () => Promise<Accepted>
  /** The sentence for a refused card, with the provider's reason. */
  failure?: (reason: string) => string
}

/** Browsers have the same words for a request that is blocked and for a lost connection. */
const blockedOrOffline = (): PaymentFormState =>
  navigator.onLine
    ? { status: 'blocked' }
    : { status: 'failed', message: noConnection.message, recovery: 'again' }

/**
 * A card form in the states of spec 1 §4: looks at the intent on load, sends the card, follows the answer. One thing at a
 * time: a second press while the first is on its way does nothing.
 */
export function useCardForm({ onAccepted, onUnsure, failure = paymentFailed }: OurSide) {
  const [state, send] = useReducer(nextPaymentState, { status: 'idle' })
  const [fields, setFields] = useState<CardConfirmation | null>(null)
  const [loads, setLoads] = useState(1)
  const checked = useRef(false)
  const pressedEarly = useRef(false)
  const busy = useRef(false)
  const takenMethod = useRef<string | null>(null)

  const fail = (message: string, recovery: Recovery) => send({ status: 'failed', message, recovery })

  async function run(work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    try {
      await work()
    } catch (error) {
      if (isBlocked(error)) send(blockedOrOffline())
      else fail(sentenceOf(error, unexpectedWhileProcessing), 'again')
    } finally {
      busy.current = false
    }
  }

  async function follow(answer: CardAnswer): Promise<void> {
    if (answer.kind === 'leaving') return
    if (answer.kind === 'invalid') return send({ status: 'idle' })
    if (answer.kind === 'refused') return fail(failure(answer.reason), 'card')
    if (answer.kind === 'unusable') return lookAgain()
    takenMethod.current = answer.paymentMethodId
    switch (answer.status) {
      case 'succeeded':
        send({ status: 'processing', waiting: 'confirmation' })
        return settle(onAccepted(answer.paymentMethodId))
      case 'processing':
        send({ status: 'processing', waiting: 'bank' })
        return settle(onAccepted(answer.paymentMethodId))
      case 'requires_payment_method':
        return send({ status: 'idle' })
      case 'requires_action':
        return fail(leftCheck, 'authentication')
      case 'other':
        return fail(somethingWrong, 'restart')
    }
  }

  async function settle(asked: Promise<Accepted>): Promise<void> {
    const accepted = await asked
    if (accepted.kind === 'done') send({ status: 'succeeded' })
    else if (accepted.kind === 'pending') send({ status: 'processing', waiting: 'bank' })
    else if (accepted.kind === 'open') send({ status: 'idle' })
    else fail(accepted.message, accepted.recovery)
  }

  async function lookAgain(): Promise<void> {
    if (onUnsure) return settle(onUnsure())
    if (!fields) return send({ status: 'idle' })
    const answer = await fields.retrieve()
    return answer.kind === 'unusable' ? fail(somethingWrong, 'restart') : follow(answer)
  }

  async function sendCard(way: 'confirm' | 'resume'): Promise<void> {
    if (fields && !checked.current && busy.current) {
      pressedEarly.current = true
      return send({ status: 'processing', waiting: 'card' })
    }
    if (!fields || !checked.current) return fail(notReady, 'again')
    return run(() => charge(fields, way))
  }

  async function charge(loaded: CardConfirmation, way: 'confirm' | 'resume'): Promise<void> {
    send({ status: 'processing', waiting: 'card' })
    await follow(await loaded[way]())
  }

  // A press before this is done is kept: the card is sent afterwards, if one is still needed.
  const checkIntent = useEffectEvent((loaded: CardConfirmation) =>
    run(async () => {
      const answer = await loaded.retrieve()
      await follow(answer)
      checked.current = true
      const takesCard =
        answer.kind === 'refused' || (answer.kind === 'status' && answer.status === 'requires_payment_method')
      const wanted = pressedEarly.current && takesCard
      pressedEarly.current = false
      if (wanted) await charge(loaded, 'confirm')
    }),
  )
  useEffect(() => {
    if (fields) void checkIntent(fields)
  }, [fields])

  // Back from the bank's page by the browser's Back: the page is as it was left, on its way out.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted && fields) void checkIntent(fields)
  })

  const onLoadProblem = useCallback((error: unknown) => {
    if (isBlocked(error)) send(blockedOrOffline())
    else send({ status: 'failed', message: sentenceOf(error, somethingWrong), recovery: 'restart' })
  }, [])

  /** Tries again what did not get through; the answer that got lost may have been a yes. */
  const unblock = () =>
    run(async () => {
      if (!fields) setLoads(loads + 1)
      await lookAgain()
      checked.current = true
    })
  useWindowEvent('online', () => {
    if (mayBeCharged(state)) void unblock()
  })

  return {
    state,
    /** A key for the fields: they are loaded afresh when it changes. */
    loads,
    onReady: setFields,
    onLoadProblem,
    /** Sends the card; nothing in a state that takes none. */
    pay: () => (canPay(state) ? sendCard('confirm') : Promise.resolve()),
    /** Goes on with the bank's check. */
    resume: () => sendCard('resume'),
    /** Has our side look again at a card that was taken. */
    confirmAgain: () =>
      run(() => {
        send({ status: 'processing', waiting: 'confirmation' })
        return settle(onAccepted(takenMethod.current))
      }),
    unblock,
  }
}

export type CardForm = ReturnType<typeof useCardForm>
