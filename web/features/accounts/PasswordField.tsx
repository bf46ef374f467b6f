import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { passwordLength, passwordMinimum } from '../../../shared/domain/people/password.ts'
import { call } from '../../api/call.ts'
import fieldClasses from '../../components/formFields.module.css'
import { Row } from '../../ui/layout.tsx'
import { texts } from './accountTexts.ts'
import classes from './PasswordField.module.css'

/** A password that can be shown while it is typed; the eye can be reached by keyboard. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      error={error}
      aria-invalid={error ? true : undefined}
      required
      withAsterisk={false}
      classNames={{
        label: fieldClasses.label,
        input: classes.password,
        innerInput: classes.typed,
        visibilityToggle: classes.eye ?? '',
      }}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      rightSectionWidth="2.875rem"
    />
  )
}

interface NewPasswordFieldProps extends PasswordInputProps {
  value: string
  /** Whose it will be, where nobody is signed in: a password made of one's own name is refused. */
  owner?: { full_name: string; email: string } | { access_token: string }
  /** In characters. */
  minimum?: number
}

/** A password that is being chosen, judged by the server's own rules while it is typed. */
export function NewPasswordField({ owner, minimum = passwordMinimum, ...props }: NewPasswordFieldProps) {
  const missing = minimum - passwordLength(props.value)
  const [typed] = useDebouncedValue(props.value, 400)
  const judged = missing <= 0 && typed === props.value
  const { data } = useQuery({
    queryKey: ['judge-password', typed, owner],
    queryFn: ({ signal }) => call('POST /api/password/judge', { password: typed, ...owner }, { signal }),
    enabled: judged,
    // A password is not kept; and what could not be judged is judged when it is sent.
    gcTime: 0,
    retry: false,
  })
  const refusal = judged ? data?.refusal : undefined
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        props.error ? null : (
          <Judgment good={refusal === undefined ? undefined : refusal === null}>
            {missing > 0 && (props.value === '' ? `At least ${minimum} characters` : moreCharacters(missing))}
            {refusal === null && 'Good password'}
            {refusal}
          </Judgment>
        )
      }
      descriptionProps={{ className: classes.match }}
    />
  )
}

const moreCharacters = (missing: number) => `${missing} more ${missing === 1 ? 'character' : 'characters'}`

/** The password again, with a line that says whether both match. */
export function ConfirmPasswordField({ password, ...props }: PasswordInputProps & { password: string }) {
  const differs = props.error === texts.passwordsDiffer
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      error={differs ? true : props.error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<PasswordMatch password={password} confirmation={String(props.value)} />}
      descriptionProps={{ className: classes.match }}
    />
  )
}

/** Empty until a confirmation is typed. */
function PasswordMatch({ password, confirmation }: { password: string; confirmation: string }) {
  if (confirmation === '') return <Judgment />
  const match = password === confirmation
  return <Judgment good={match}>{match ? 'Passwords match' : texts.passwordsDiffer}</Judgment>
}

/** What is said below a password; keeps its line while there is nothing to say. */
function Judgment({ good, children }: { good?: boolean | undefined; children?: ReactNode }) {
  return (
    <Row
      as="span"
      gap={6}
      nowrap
      role="status"
      className={classes.matchLine}
      data-match={good === undefined ? undefined : good ? 'yes' : 'no'}
    >
      {good === true && <IconCheck size={16} aria-hidden />}
      {good === false && <IconX size={16} aria-hidden />}
      <span>{children}</span>
    </Row>
  )
}
