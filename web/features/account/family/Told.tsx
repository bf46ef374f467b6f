import { Switch } from '@mantine/core'
import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { ofFamily } from '../../../components/participants/useNewPerson.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './Family.module.css'

export const toldLabel = 'Tell me about bookings that others make'

/** The customer's own entry among the adults of a person. */
const mine = ({ adults }: Participant) => adults.find(({ is_me }) => is_me)

export const isShared = ({ adults }: Participant): boolean => adults.length > 1

/** One switch for all people who are shared; nothing for fewer than two of them. */
export function ToldOfAll({ people }: { people: readonly Participant[] }) {
  const shared = people.filter(isShared)
  return shared.length < 2 ? null : <ToldSwitch people={shared} label={`${toldLabel}, for all of them`} />
}

interface ToldSwitchProps {
  people: readonly Participant[]
  label: string
}

/** Whether the customer is told of what other adults book and change; shown as chosen while it is being saved. */
export function ToldSwitch({ people, label }: ToldSwitchProps) {
  const told = useAttempt({
    ...ofFamily,
    send: (is_told: boolean, once) =>
      Promise.all(
        people.flatMap((person) => {
          const me = mine(person)
          if (!me || me.is_told === is_told) return []
          const { id } = person
          return once('PATCH /api/participants/:id/adults/:user_id', { id, user_id: me.user_id, is_told })
        }),
      ),
  })
  const isTold = people.every((person) => mine(person)?.is_told)
  async function choose(is_told: boolean) {
    const outcome = await told.attempt(is_told)
    if (outcome && 'error' in outcome) toast.error((outcome.error as Error).message)
  }
  return (
    <Switch
      size="lg"
      label={label}
      labelPosition="left"
      classNames={{ body: classes.switch ?? '', label: classes.switchLabel ?? '' }}
      checked={told.isPending ? !isTold : isTold}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  )
}
