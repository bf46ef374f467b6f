import type { QueryClient } from '@tanstack/react-query'
import { apiFetch, problemOf } from './client.ts'
import { endServerSession, forgetPendingSignOut } from './pendingSignOut.ts'
import {
  forgetPrivateData,
  type SessionAnswer,
  sessionKey,
  sessionQuery,
  signedOutAnswer,
} from './session.ts'
import { tellOtherTabs } from './sessionChannel.ts'

/*
 * Calls to the account library's own paths (decisions, 'Names'). All of them throw `ApiError` with one of the
 * contract's codes, e.g. 'invalid_credentials'.
 */

/**
 * Signs in, drops what the cache held for someone else, and answers with the new session; or with 'code' where the
 * account has two-step sign-in, for `signInWithCode`.
 */
export async function signIn(
  queryClient: QueryClient,
  credentials: { email: string; password: string },
): Promise<SessionAnswer | 'code'> {
  const { twoFactorRedirect } = await post('/api/auth/sign-in/email', credentials)
  return twoFactorRedirect ? 'code' : becomeSignedIn(queryClient)
}

/** The second step: a code of the authenticator app, or a recovery code. */
export async function signInWithCode(queryClient: QueryClient, code: string): Promise<SessionAnswer> {
  await post('/api/auth/two-factor/verify-totp', { code })
  return becomeSignedIn(queryClient)
}

/** Makes the account of a mailed link and signs in with it; answers with the new session. */
export async function confirmSignUp(
  queryClient: QueryClient,
  link: { token: string; is_mine: boolean },
): Promise<SessionAnswer> {
  await post('/api/auth/verify-email', link)
  return becomeSignedIn(queryClient)
}

/** Asks whether the mailed button of this browser's sign-up was pressed, wherever. Signed in afterwards if it was. */
export async function claimSignUp(queryClient: QueryClient): Promise<WaitingAnswer> {
  const { state = 'none' } = await post('/api/auth/claim-sign-up', {})
  const signedIn = state === 'confirmed' && (await becomeSignedIn(queryClient)).profile !== null
  return { state, signedIn }
}

export interface WaitingAnswer {
  /** 'none': the browser keeps no cookies, or waits for nothing. */
  state: 'none' | 'waiting' | 'confirmed'
  signedIn: boolean
}

async function becomeSignedIn(queryClient: QueryClient): Promise<SessionAnswer> {
  forgetPendingSignOut()
  // The session drops what someone else has left, if it knows of them.
  if (!queryClient.getQueryData(sessionKey)) forgetPrivateData(queryClient)
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  tellOtherTabs('signed-in')
  return session
}

/** Asks for an account; the address must be confirmed by a mailed link before the first sign-in (decision 23). */
export function signUp(account: {
  name: string
  email: string
  password: string
  phone_number?: string
  terms_accepted: true
  /** A path of this site to go on with after the first sign-in. */
  callbackURL?: string
  /** The secret of an invitation to this address: then nothing is mailed. */
  invitation_token?: string
  /** An invisible field that only programs fill in (decision 27). */
  website: string
}): Promise<void> {
  return send('/api/auth/sign-up/email', account)
}

/**
 * Asks for the confirmation link to be mailed again: that of the sign-up with this password, or an expired one. The
 * answer is the same for every address.
 */
export function sendConfirmation(
  request: { email: string; password?: string; callbackURL?: string } | { token: string },
): Promise<void> {
  return send('/api/auth/send-verification-email', request)
}

/** Has a reset link mailed. The answer is the same whether the address has an account or not (decision 22). */
export function requestPasswordReset(request: { email: string }): Promise<void> {
  return send('/api/auth/request-password-reset', request)
}

/** Sets a new password with the token of a mailed link. */
export function resetPassword(request: { newPassword: string; token: string }): Promise<void> {
  return send('/api/auth/reset-password', request)
}

/**
 * Signs out here and in every other tab. Session, profile and all private data are gone at once, even when the call
 * fails (spec 1 §4). The caller goes to `/` afterwards.
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  const ending = endServerSession()
  becomeSignedOut(queryClient)
  tellOtherTabs('signed-out')
  await ending
}

/** Clears session, profile and everything that is not public from this tab. */
export function becomeSignedOut(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ queryKey: sessionKey })
  queryClient.setQueryData(sessionKey, signedOutAnswer)
  forgetPrivateData(queryClient)
}

const send = async (path: `/api/auth/${string}`, body: Record<string, unknown>): Promise<void> => {
  await post(path, body)
}

async function post(
  path: `/api/auth/${string}`,
  body: Record<string, unknown>,
): Promise<{ twoFactorRedirect?: boolean; state?: WaitingAnswer['state'] }> {
  const response = await apiFetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await problemOf(response)
  return response.json()
}
