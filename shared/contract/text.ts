import { z } from 'zod'
import { passwordFieldMaximum } from '../domain/people/password.ts'
import { nameProblem } from '../domain/people/personName.ts'

/** Text of one line, or none: no control characters and nothing that could start a line or header of its own. */
export const oneLineOrNone = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Use printable characters on one line.')
export const oneLine = (most: number) => oneLineOrNone(most).min(1)

/**
 * The name of a person (`nameProblem`).
 *
 * @param missing the sentence for none, where a form has its own.
 */
export const personName = (most: number, missing?: string) =>
  z
    .string()
    .trim()
    .min(1, missing === undefined ? undefined : { error: missing, abort: true })
    .max(most)
    .superRefine((name, context) => {
      const message = nameProblem(name)
      if (message) context.addIssue({ code: 'custom', message })
    })

/** Text of several lines: line breaks and tabs are the only control characters. */
export const manyLines = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, 'Use printable characters.')

/**
 * An e-mail address as it is kept: lower case, at most as long as a mailbox may be (RFC 5321 §4.5.3.1.3).
 *
 * @param error the sentence for what is none, where a form has its own.
 */
export const emailAddressOr = (error: string | undefined) =>
  z.string().trim().toLowerCase().max(254).pipe(z.email(error))
export const emailAddress = emailAddressOr(undefined)

/**
 * A password as it was typed. The length only bounds the work; the rules for passwords decide. zod counts code points,
 * as they do.
 */
export const enteredPassword = z.string().min(1).max(passwordFieldMaximum)
