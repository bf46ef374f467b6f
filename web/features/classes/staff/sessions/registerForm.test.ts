import { expect, test } from 'vitest'
import { emptyRegisterForm, type RegisterForm, registerForm, registerRequest } from './registerForm.ts'

const pat = { id: '7f3c1a52-6f0e-4a5e-9a53-0d6c4a2b1c11', full_name: 'Pat Parent' }
const mia = '0c5b8d1e-5d5f-4a8e-8a8a-1f2e3d4c5b6a'
const withForm = (changes: Partial<RegisterForm>): RegisterForm => ({ ...emptyRegisterForm, ...changes })
const problems = (changes: Partial<RegisterForm>) =>
  registerForm.safeParse(withForm(changes)).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

test('a user and who of the family takes part, or a guest with a name and an e-mail', () => {
  expect(problems({})).toEqual([['user_id', 'Please select a user to register.']])
  expect(problems({ user_id: pat, household: [pat.id, mia] })).toEqual([
    ['participant_ids', 'Choose who is coming.'],
  ])
  expect(problems({ user_id: pat, household: [pat.id] })).toEqual([])
  expect(problems({ user_id: pat })).toEqual([['user_id', expect.stringContaining('still loading')]])
  const missing = 'Please provide a name and email for the guest.'
  expect(problems({ who: 'guest' })).toEqual([['guest_name', missing]])
  expect(problems({ who: 'guest', guest_name: 'Gwen' })).toEqual([['guest_email', missing]])
  expect(problems({ who: 'guest', guest_name: 'Gwen', guest_email: 'gwen' })).toEqual([
    ['guest_email', 'Please enter a valid email.'],
  ])
})

test('sends the family or the guest, never both, and how it was paid only where it was', () => {
  const family = withForm({
    user_id: pat,
    participant_ids: [mia],
    guest_name: 'left over',
    paid_by: 'desk_card',
  })
  expect(registerRequest('session', family)).toEqual({
    class_instance_id: 'session',
    status: 'paid',
    paid_by: 'desk_card',
    user_id: pat.id,
    participant_ids: [mia],
  })
  const guest = withForm({
    ...{ who: 'guest', user_id: pat, status: 'registered' },
    ...{ guest_name: ' Gwen ', guest_email: 'gwen@example.test' },
  })
  expect(registerRequest('session', guest)).toEqual({
    class_instance_id: 'session',
    status: 'registered',
    guest_name: 'Gwen',
    guest_email: 'gwen@example.test',
  })
})
