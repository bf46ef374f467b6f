import { TextInput, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { EmailField } from '../../components/EmailField.tsx'
import type { Fields } from '../../components/form/useFields.ts'
import formClasses from '../../components/formFields.module.css'
import { SignInLink } from '../../components/SignInLink.tsx'
import { Heading, Stack, Text, textLink } from '../../ui/layout.tsx'
import type { GuestValues } from './guestRules.ts'
import classes from './LessonSummary.module.css'

interface GuestFieldsProps {
  form: Fields<GuestValues>
  /** Nobody is signed in; until that is known, whoever was signed in here last does not see the fields. */
  isKnown: boolean
}

/** Who comes, where nobody is signed in: sign in, or name and phone and go (spec 1 §2.6, §5). */
export function GuestFields({ form, isKnown }: GuestFieldsProps) {
  const name = useRef<HTMLInputElement>(null)
  // From the chosen time straight into the first field.
  useEffect(() => name.current?.focus({ preventScroll: true }), [])
  return (
    <Stack
      below="xs"
      as="fieldset"
      gap="sm"
      className={classes.guest}
      data-provisional={isKnown ? undefined : true}
    >
      {/* WebKit sets a legend that floats on the border. */}
      <VisuallyHidden component="legend">Your details</VisuallyHidden>
      <Heading as="span" aria-hidden>
        Your Details
      </Heading>
      <Text>
        No account needed. Have one? <SignInLink className={textLink}>Login / Sign Up</SignInLink>
      </Text>
      <TextInput
        label="Full Name"
        classNames={{ label: formClasses.label }}
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        required
        maxLength={200}
        {...form.field('name')}
        ref={name}
      />
      <TextInput
        label="Phone"
        classNames={{ label: formClasses.label }}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        required
        maxLength={40}
        {...form.field('phone')}
      />
      <EmailField
        label="Email (optional)"
        description="For your confirmation and the calendar file."
        autoComplete="email"
        enterKeyHint="send"
        required={false}
        maxLength={254}
        {...form.field('email')}
      />
      <div className={formClasses.unseen} aria-hidden>
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...form.field('website')} />
        </label>
      </div>
    </Stack>
  )
}
