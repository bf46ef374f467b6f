import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MembershipProgress } from '../../../shared/contract/memberships/memberships.ts'
import { call } from '../../api/call.ts'
import { refreshAccount } from '../../api/queries/account.ts'
import { membershipOfferQuery } from '../../api/queries/memberships.ts'
import {
  createFailed,
  InvalidSetup,
  initiateFailed,
  isDeclined,
  isFull,
  isOutdated,
  updateFailed,
  withoutCharge,
} from './membershipProblem.ts'

/** What a card is given for. */
export type CardTask =
  | { readonly kind: 'join'; readonly priceId: string; readonly agreementVersion: string | undefined }
  /** `setupIntentId`: one that came back from the bank. */
  | { readonly kind: 'update'; readonly setupIntentId: string | undefined }
  /** A payment came back from the bank. `otherwise`: how another card is given if the payment failed. */
  | { readonly kind: 'confirm'; readonly otherwise: CardRequest | null }

/** Tasks that ask for a card, as opposed to confirming one. */
type CardRequest = Exclude<CardTask, { readonly kind: 'confirm' }>

export interface Setup {
  readonly clientSecret: string
  readonly setupIntentId: string
  readonly customerId: string
  /** Dollars that another card is charged at once. */
  readonly amount_due?: number
}

/** The dialog, step by step. */
export type CardStep =
  | { readonly name: 'opening' }
  | { readonly name: 'card'; readonly setup: Setup; readonly notice: string | null }
  | { readonly name: 'bank'; readonly clientSecret: string }
  | { readonly name: 'done'; readonly payment: MembershipProgress['payment'] }
  | { readonly name: 'processing' | 'full'; readonly message: string }
  | { readonly name: 'failed'; readonly message: string; readonly canRetry: boolean }

/** Gives a card for the membership: to join, or in place of one that does not work any more (spec 2 §4, §8). */
export function useMembershipCard(asked: CardTask) {
  const queryClient = useQueryClient()
  const [task, setTask] = useState(asked)
  const [step, setStep] = useState<CardStep>({ name: 'opening' })
  const [busy, setBusy] = useState(false)
  const begun = useRef(false)
  /** What was asked for last: a spot that is being held is given back after it. */
  const opening = useRef<Promise<unknown>>(null)

  /** @param notice why a card is asked for again. */
  async function open(request: CardRequest, notice: string | null): Promise<void> {
    setTask(request)
    setStep({ name: 'opening' })
    try {
      const setupAsked = openSetup(request)
      opening.current = setupAsked
      const setup = await setupAsked
      if (!setup.clientSecret || !setup.setupIntentId) throw new InvalidSetup()
      setStep({ name: 'card', setup, notice })
    } catch (error) {
      const sentence = request.kind === 'update' ? updateFailed(error) : initiateFailed(error)
      fail(error, notice === null ? sentence : `${notice} ${sentence}`, request)
    }
  }

  /** No card is asked for when the club is full or the customer is already a member. */
  function fail(error: unknown, sentence: string, { kind }: CardTask = task): void {
    const outdated = isOutdated(error)
    if (outdated) void refresh()
    if (isFull(error)) setStep({ name: 'full', message: withoutCharge(sentence) })
    else setStep({ name: 'failed', message: sentence, canRetry: kind !== 'confirm' && !outdated })
  }

  async function follow(answer: Promise<MembershipProgress>): Promise<void> {
    setBusy(true)
    try {
      const progress = await answer
      if (progress.status === 'requires_action' && progress.client_secret)
        setStep({ name: 'bank', clientSecret: progress.client_secret })
      else if (progress.status === 'active') setStep({ name: 'done', payment: progress.payment })
      else if (progress.status === 'processing') setStep({ name: 'processing', message: progress.message })
      else setStep({ name: 'failed', message: progress.message, canRetry: task.kind !== 'confirm' })
      await refresh()
    } catch (error) {
      const sentence = task.kind === 'update' ? updateFailed(error) : createFailed(error)
      const request = task.kind === 'confirm' ? task.otherwise : task
      // The card is used up: another one is asked for in a form of its own.
      if (isDeclined(error) && request)
        return open(request, `${withoutCharge(sentence)} Please give another card.`)
      if (isDeclined(error) || isOutdated(error)) return fail(error, sentence)
      throw new Error(sentence)
    } finally {
      setBusy(false)
    }
  }

  const refresh = () =>
    Promise.all([
      refreshAccount(queryClient),
      queryClient.invalidateQueries({ queryKey: membershipOfferQuery.queryKey }),
    ])

  const confirm = () => follow(call('POST /api/memberships/confirm', {}))

  const begin = useEffectEvent(() => {
    if (task.kind !== 'confirm') return void open(task, null)
    confirm().catch((error: unknown) =>
      fail(error, error instanceof Error ? error.message : createFailed(error)),
    )
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    begin()
  }, [])

  return {
    task,
    step,
    /** The dialog must stay: the first month is being charged. */
    busy,
    /** The provider keeps the card under this id: it joins, or pays from now on. May be called again. */
    takeCard: (setup: Setup, paymentMethodId: string) => follow(sendCard(task, setup, paymentMethodId)),
    /** The bank has been heard: how does the payment stand? */
    confirm,
    retry: () => {
      if (task.kind !== 'confirm') void open(task, null)
    },
    /** Closed before it was paid: the spot is free again, and nothing of it can be charged later. */
    cancelSignUp() {
      const paying =
        ['processing', 'done', 'full'].includes(step.name) ||
        (task.kind === 'confirm' && step.name === 'failed')
      if (task.kind === 'update' || paying) return
      void Promise.resolve(opening.current)
        .catch(() => undefined)
        // Sent even while the page is being left.
        .then(() => call('POST /api/memberships/sign-up/cancel', {}, { keepalive: true }))
        .catch(() => undefined)
        .then(refresh)
    },
  }
}

function openSetup(task: CardTask): Promise<Setup> {
  if (task.kind === 'join') {
    const { priceId, agreementVersion } = task
    const json = { priceId, ...(agreementVersion && { agreementVersion }) }
    return call('POST /api/memberships/setup-intents', json)
  }
  const { setupIntentId } = task.kind === 'update' ? task : { setupIntentId: undefined }
  const json = setupIntentId ? { setupIntentId } : {}
  return call('POST /api/memberships/billing/setup-intents', json)
}

function sendCard(task: CardTask, setup: Setup, paymentMethodId: string): Promise<MembershipProgress> {
  if (task.kind !== 'join') return call('POST /api/memberships/billing/payment-method', { paymentMethodId })
  const { customerId } = setup
  return call('POST /api/memberships', { customerId, priceId: task.priceId, paymentMethodId })
}
