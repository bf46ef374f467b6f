import { describe, expect, it } from 'vitest'
import {
  canGiveUp,
  canPay,
  isCharging,
  isUnsettled,
  mayBeCharged,
  nextPaymentState,
  type PaymentFormState,
  paymentTransitions,
  type Recovery,
} from './paymentStates.ts'

const failed = (recovery: Recovery): PaymentFormState => ({ status: 'failed', message: 'No.', recovery })
const charging: PaymentFormState = { status: 'processing', waiting: 'card' }

describe('the states of the payment form', () => {
  it('go from idle over processing to how it ended', () => {
    for (const end of ['succeeded', 'blocked'] as const) {
      expect(nextPaymentState(nextPaymentState({ status: 'idle' }, charging), { status: end }).status).toBe(
        end,
      )
    }
  })

  it('stay at paid, whatever is heard afterwards', () => {
    const paid: PaymentFormState = { status: 'succeeded' }
    expect(nextPaymentState(paid, failed('card'))).toBe(paid)
    expect(nextPaymentState(paid, { status: 'idle' })).toBe(paid)
  })

  it('lead out of every state but the paid one', () => {
    const ends = Object.entries(paymentTransitions).filter(([, next]) => next.length === 0)
    expect(ends.map(([status]) => status)).toEqual(['succeeded'])
  })

  it('take a card when idle or after a refusal, never while one is charged', () => {
    expect(canPay({ status: 'idle' })).toBe(true)
    expect(canPay(failed('card'))).toBe(true)
    expect(canPay(failed('again'))).toBe(true)
    for (const recovery of ['authentication', 'confirmation', 'restart', 'refunded', 'setup'] as const) {
      expect(canPay(failed(recovery)), recovery).toBe(false)
    }
    expect(canPay(charging)).toBe(false)
  })

  it('keep the dialog while a card is charged, not while a bank takes its time', () => {
    expect(isCharging(charging)).toBe(true)
    expect(isCharging({ status: 'processing', waiting: 'confirmation' })).toBe(true)
    expect(isCharging({ status: 'processing', waiting: 'bank' })).toBe(false)
  })

  it('never free a place for which money may have been taken', () => {
    expect(canGiveUp(failed('confirmation'))).toBe(false)
    expect(canGiveUp(charging)).toBe(false)
    expect(canGiveUp({ status: 'succeeded' })).toBe(false)
    expect(canGiveUp({ status: 'blocked' })).toBe(true)
    expect(canGiveUp(failed('authentication'))).toBe(true)
  })

  it('say that nothing was charged only where that is known', () => {
    expect([{ status: 'blocked' } as const, failed('again')].every(mayBeCharged)).toBe(true)
    expect([failed('card'), failed('restart'), { status: 'idle' } as const].some(mayBeCharged)).toBe(false)
  })

  it('know when money is on its way', () => {
    const unsettled = [charging, failed('confirmation')]
    expect(unsettled.every(isUnsettled)).toBe(true)
    expect([failed('refunded'), failed('card'), { status: 'idle' } as const].some(isUnsettled)).toBe(false)
  })
})
