import { passwordLength, passwordMinimum } from '../../../shared/domain/people/password.ts'
import { nameProblem } from '../../../shared/domain/people/personName.ts'
import { looksLikeEmail, notAnEmail } from '../../components/email.ts'
import { looksLikePhone, notAPhone } from '../../components/phone.ts'
import { texts } from './accountTexts.ts'

export interface SignUpValues {
  name: string
  email: string
  phone: string
  password: string
  confirmation: string
  terms: boolean
  /** Not shown; only programs fill it in. */
  website: string
}

export const emptySignUp: SignUpValues = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirmation: '',
  terms: false,
  website: '',
}

export const passwordTooShort = (password: string): string | null =>
  passwordLength(password) < passwordMinimum
    ? `Password must be at least ${passwordMinimum} characters long.`
    : null

export const passwordsMatch = ({
  password,
  confirmation,
}: {
  password: string
  confirmation: string
}): boolean => confirmation !== '' && confirmation === password

/** What a field says when it is left and is not right yet; null for a good one (spec 1 §5). */
export const signUpProblems = {
  name: (name: string) => (name.trim() ? nameProblem(name) : 'Please enter your full name.'),
  email: (email: string) => (looksLikeEmail(email) ? null : notAnEmail),
  phone: (phone: string) => (!phone.trim() || looksLikePhone(phone) ? null : notAPhone),
  password: passwordTooShort,
  confirmation: (confirmation: string, { password }: SignUpValues) =>
    confirmation === password ? null : texts.passwordsDiffer,
}

/** What is still to be done before an account can be created, in the order of the form; empty when it can. */
export function missingForSignUp(values: SignUpValues): string[] {
  const steps: [boolean, string][] = [
    [signUpProblems.name(values.name) === null, 'your full name'],
    [looksLikeEmail(values.email), 'your email'],
    [passwordTooShort(values.password) === null, `a password of at least ${passwordMinimum} characters`],
    [passwordsMatch(values), 'the same password again'],
    [values.terms, 'the terms'],
  ]
  return steps.flatMap(([done, step]) => (done ? [] : [step]))
}
