import { preloadable } from '../../ui/preloadable.tsx'
import type { CodeStepProps } from './CodeStep.tsx'
import type { PasswordRecoveryProps } from './PasswordRecovery.tsx'
import type { SignUpFormProps } from './SignUpForm.tsx'

/* The account forms beside that of signing in, which most people come for: each is downloaded when it is asked for. */

export const signUpForm = preloadable<SignUpFormProps>(() => import('./SignUpForm.tsx'))
export const passwordRecovery = preloadable<PasswordRecoveryProps>(() => import('./PasswordRecovery.tsx'))
export const codeStep = preloadable<CodeStepProps>(() => import('./CodeStep.tsx'))

/** The part of an address that says which form is asked for. */
export type AskedForm = Readonly<{ search: string; hash: string }>

/** Downloads the form that is asked for, beside that of signing in. */
export async function loadFormOf({ search, hash }: AskedForm): Promise<void> {
  const mode = new URLSearchParams(search).get('mode')
  if (mode === 'signup') await signUpForm.load()
  // A mailed link leads to the form for a new password, whatever the mode.
  if (mode === 'reset-password' || /\btype=(recovery|invite)\b/.test(hash)) await passwordRecovery.load()
}
