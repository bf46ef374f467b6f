import type { QueryClient } from '@tanstack/react-query'
import { apiFetch, problemOf } from './client.ts'
import { read } from './read.ts'
import { type SessionAnswer, sessionQuery } from './session.ts'

/** Whether two-step sign-in is on, whether the role needs it, and how many recovery codes are left. */
export const secondFactorQuery = { ...read('GET /api/me/second-factor'), staleTime: 0 }

/** What an authenticator app needs, and the codes for the day when it is lost; both are told once. */
export interface SecondFactorKeys {
  readonly totp_uri: string
  readonly recovery_codes: readonly string[]
}

/** Begins setting up; it is on once `confirmSecondFactor` has had a code. */
export const startSecondFactor = (password: string): Promise<SecondFactorKeys> =>
  post<SecondFactorKeys>('enable', { password })

/** Turns it on with the first code. The other devices are signed out. */
export async function confirmSecondFactor(queryClient: QueryClient, code: string): Promise<SessionAnswer> {
  await post('confirm', { code })
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** What weakens two-step sign-in takes both. */
type PasswordAndCode = { readonly password: string; readonly code: string }

export async function renewRecoveryCodes(proof: PasswordAndCode): Promise<readonly string[]> {
  const { recovery_codes } = await post<SecondFactorKeys>('generate-backup-codes', proof)
  return recovery_codes
}

export const stopSecondFactor = (proof: PasswordAndCode): Promise<unknown> => post('disable', proof)

async function post<Answer>(call: string, body: Record<string, unknown>): Promise<Answer> {
  const response = await apiFetch(`/api/auth/two-factor/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await problemOf(response)
  return response.json()
}
