import { ApiError } from '../../api/apiError.ts'

/** Sentences of spec 1 §5 and §8, to the letter; those of invitations are our own. */
export const texts = {
  fillInRequired: 'Please fill in all required fields.',
  fillInAll: 'Please fill in all fields.',
  enterEmail: 'Please enter your email address.',
  passwordsDiffer: 'Passwords do not match.',
  wrongCredentials: 'Invalid email or password. Please check your credentials and try again.',
  notConfirmed: 'Please check your email and click the confirmation link before signing in.',
  unexpected: 'An unexpected error occurred. Please try again.',
  noActiveSession: 'No active session found. Please request a new password reset.',
  linkInvalid: 'Invalid or expired reset link. Please request a new password reset.',
  invitationInvalid: 'This invitation was used already or has run out. Have a new link sent to your email.',
  linkFailed: 'An error occurred while processing your reset link.',
  sessionError: 'Session error. Please try again.',
  passwordUpdated: 'Password updated successfully! You can now sign in with your new password.',
  passwordChosen: 'Your password is set. You can now log in with it.',
  /** The page's name and its button for an invited person. */
  choosePassword: 'Choose Your Password',
  confirmed: 'Your email is confirmed. You are logged in.',
  confirmedElsewhere: 'Your email is confirmed. Log in to go on.',
  confirmationInvalid: 'This confirmation link does not work. Log in to have a new one sent.',
  confirmationSent: (email: string) => `Success! Please check ${email} for your confirmation link.`,
  resetSent: (email: string) => `Password reset email sent to ${email}. Please check your inbox.`,
}

/** The sentence for a refused account call: mapped where the specification maps it, else as the server says it. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return texts.unexpected
  if (error.code === 'invalid_credentials') return texts.wrongCredentials
  if (error.code === 'email_not_confirmed') return texts.notConfirmed
  if (error.code === 'recovery_link_invalid') return texts.linkInvalid
  return error.message
}

/** What to say when a recovery link could not be checked. */
export function recoverySentenceOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.code === 'network') return texts.sessionError
  if (error.code === 'recovery_link_invalid') return texts.linkInvalid
  return error.status === 429 ? error.message : texts.linkFailed
}

/** Whether the server refused the password itself, so that the sentence belongs to its field. */
export const isPasswordRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code.startsWith('password_')
